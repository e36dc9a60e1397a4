import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { importPeople } from "./import-people.ts";
import { reportMessage } from "./inbound-message.ts";
import { type Bench, percentile } from "./measure.ts";
import { openWorkspace } from "./workspace.ts";

const importedRows = 50_000;
const sampledEachMs = 10;
const messageEachMs = 250;

/** Ages of the transactions that have written something, by the backend and their begin; in milliseconds. */
const sampleTransactions = async (
  connection: pg.ClientConfig,
  ages: Map<string, { age: number; query: string }>,
  signal: AbortSignal,
): Promise<void> => {
  const client = new pg.Client({ ...connection, application_name: "bench" });
  await client.connect();
  while (!signal.aborted) {
    const { rows } = await client.query(
      `SELECT pid || ' ' || xact_start AS name, query,
              (extract(epoch FROM clock_timestamp() - xact_start) * 1000)::float8 AS age
         FROM pg_stat_activity WHERE backend_xid IS NOT NULL AND application_name <> 'bench'`,
    );
    for (const { name, age, query } of rows)
      if (age > (ages.get(name)?.age ?? 0)) ages.set(name, { age, query });
    await sleep(sampledEachMs);
  }
  await client.end();
};

/** How long locks are held while many people are imported, and how messages that arrive meanwhile are answered. */
export const importLocks: Bench = {
  name: "locks of an import",
  run: async () => {
    await using workspace = await openWorkspace();
    const { rows: people } = await workspace.pool.query<{ phone: string }>(
      "SELECT phone FROM people WHERE phone IS NOT NULL ORDER BY id LIMIT 100",
    );
    const ended = new AbortController();
    const ages = new Map<string, { age: number; query: string }>();
    const sampling = sampleTransactions(workspace.connection, ages, ended.signal);
    const answers: { status: number; ms: number }[] = [];
    const writing = (async () => {
      for (let n = 0; !ended.signal.aborted; n++) {
        const started = performance.now();
        const status = await reportMessage(workspace.url, people[n % people.length]?.phone ?? "");
        answers.push({ status, ms: performance.now() - started });
        await sleep(messageEachMs);
      }
    })();
    const { running } = await importPeople(workspace, importedRows, 1).finally(() => ended.abort());
    await Promise.all([sampling, writing]);
    const times = answers.map(({ ms }) => ms);
    const seen = [...ages.values()].toSorted((a, b) => b.age - a.age);
    for (const { age, query } of seen.slice(0, 5))
      console.log(`  ${age.toFixed(0)} ms, last: ${query.replaceAll(/\s+/g, " ").slice(0, 100)}`);
    return [
      { what: "rows imported a second", value: importedRows / running, unit: "rows/s" },
      { what: "messages that arrived meanwhile", value: answers.length, unit: "messages" },
      {
        what: "messages that were refused",
        value: answers.filter(({ status }) => status >= 300).length,
        unit: "messages",
        limit: { at: "most", value: 0 },
      },
      { what: "answer to a message, p50", value: percentile(times, 50), unit: "ms" },
      { what: "answer to a message, longest", value: Math.max(...times), unit: "ms" },
      { what: "writing transactions seen", value: seen.length, unit: "transactions" },
      {
        what: "held longer than 200 ms",
        value: seen.filter(({ age }) => age > 200).length,
        unit: "transactions",
      },
      {
        what: "held the longest",
        value: seen[0]?.age ?? 0,
        unit: "ms",
        limit: { at: "most", value: 200 },
      },
    ];
  },
};

import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { findContactableNumbers } from "../contactable-people.ts";
import { importPeople } from "./import-people.ts";
import { reportMessage } from "./inbound-message.ts";
import { load } from "./load.ts";
import type { Bench, Figure } from "./measure.ts";
import {
  mapResources,
  type Resources,
  readFunctions,
  readResources,
  readStatements,
  type StatementCost,
} from "./resources.ts";
import { createSignedEndpoint, signedEvents } from "./signed-events.ts";
import { openWorkspace, type Workspace } from "./workspace.ts";

const { phone: numberOf, timezone } = findContactableNumbers(Date.now());
const people = 500;
const secret = randomBytes(24).toString("hex");

/** The backends write their statistics at most a second after their last statement. */
const statisticsMs = 1500;
const idleSeconds = 5;

type Meter = {
  /** What one of several equal things costs beyond the idle product, with their statements. `run` returns how many. */
  measure: (name: string, run: () => Promise<number>) => Promise<Figure[]>;
};

/** The part of the work that a statement belongs to, by what only it reads or writes. */
const stages: [string, RegExp][] = [
  ["accept", /INSERT INTO (unread_events|replay_keys)|INSERT INTO events \(id, endpoint_id, raw_data/],
  ["react", /reaction_queue (WHERE|\))|ai_profiles|score_moments|rule_runs|FROM reaction_queue/],
  ["deliver", /\bactions\b|delivery_receipts|\busage\b|channel_contacts|\bconversations\b|suppressions/],
  ["threads", /\bthreads\b|\bepisodes\b|\bmessages\b/],
  ["import", /\bbatch(es|_rows|_pieces)?\b|\bimport/],
  ["jobs", /pgboss/],
  ["record", /\bevents\b|\bpeople\b|person_|timeline|consent|message_readings|INSERT INTO reaction_queue/],
  ["request", /\bsessions\b|\bapi_tokens\b|idempotency/],
  ["audit and notify", /audit_append|pg_notify/],
  ["begin and commit", /^(BEGIN|COMMIT|SET|ROLLBACK)/i],
];
const stageOf = ({ query }: StatementCost): string =>
  stages.find(([, pattern]) => pattern.test(query))?.[0] ?? "other";

const labels: Record<keyof Resources, { label: string; unit: string }> = {
  web: { label: "web thread", unit: "ms CPU" },
  worker: { label: "worker thread", unit: "ms CPU" },
  otherThreads: { label: "other threads of Node", unit: "ms CPU" },
  children: { label: "child processes of Node", unit: "ms CPU" },
  postgres: { label: "PostgreSQL", unit: "ms CPU" },
  statements: { label: "statements", unit: "" },
  rows: { label: "rows written", unit: "" },
  walBytes: { label: "WAL", unit: "bytes" },
};

const createMeter = async (
  { pid }: Workspace,
  pool: pg.Pool,
  ownBackends: readonly number[],
): Promise<Meter> => {
  const between = async (
    run: () => Promise<number>,
  ): Promise<{ used: Resources; seconds: number; count: number }> => {
    const before = await readResources(pid, pool, ownBackends);
    const started = performance.now();
    const count = await run();
    await sleep(statisticsMs);
    const seconds = (performance.now() - started) / 1000;
    const after = await readResources(pid, pool, ownBackends);
    return { used: mapResources((name) => after[name] - before[name]), seconds, count };
  };
  await sleep(idleSeconds * 1000);
  const idle = await between(() => sleep(idleSeconds * 1000, 0));
  const perIdleSecond = mapResources((name) => idle.used[name] / idle.seconds);
  return {
    measure: async (name, run) => {
      await sleep(statisticsMs);
      await pool.query("SELECT pg_stat_reset_single_function_counters(funcid) FROM pg_stat_user_functions");
      const statementsBefore = new Map((await readStatements(pool)).map((one) => [one.query, one]));
      const { used, seconds, count } = await between(run);
      const cost = mapResources((one) => Math.max(0, (used[one] - seconds * perIdleSecond[one]) / count));
      const statements = (await readStatements(pool)).map((one) =>
        subtract(one, statementsBefore.get(one.query)),
      );
      printStatements(name, count, statements);
      for (const { name: called, calls, ms } of (await readFunctions(pool)).slice(0, 12))
        console.log(
          `    function ${called.padEnd(40)} ${(calls / count).toFixed(3)} calls ${show(ms / count)} ms`,
        );
      return Object.entries(cost).map(([one, value]) => {
        const { label, unit } = labels[one as keyof Resources];
        return { what: `${name}: ${label}`, value, unit };
      });
    },
  };
};

const subtract = (after: StatementCost, before: StatementCost | undefined): StatementCost => ({
  query: after.query,
  calls: after.calls - (before?.calls ?? 0),
  ms: after.ms - (before?.ms ?? 0),
  rows: after.rows - (before?.rows ?? 0),
  walBytes: after.walBytes - (before?.walBytes ?? 0),
});

const show = (value: number): string => value.toFixed(value < 10 ? 4 : 0);

const printStatements = (name: string, count: number, statements: StatementCost[]): void => {
  console.log(`  ${name}, for one of ${count}: time in PostgreSQL, statements, rows, WAL bytes`);
  const line = (label: string, some: StatementCost[]): void => {
    const sum = (of: (one: StatementCost) => number) =>
      some.reduce((total, one) => total + of(one), 0) / count;
    const values = [sum(({ ms }) => ms), sum(({ calls }) => calls), sum((one) => one.rows)].map(show);
    const wal = sum(({ walBytes }) => walBytes).toFixed(0);
    console.log(
      `    ${label.padEnd(100)} ${values.map((one) => one.padStart(8)).join("")} ${wal.padStart(8)}`,
    );
  };
  const byStage = Map.groupBy(
    statements.filter(({ calls }) => calls > 0),
    stageOf,
  );
  for (const [stage, some] of byStage) {
    line(stage.toUpperCase(), some);
    for (const one of some.toSorted((a, b) => b.ms - a.ms).slice(0, 8))
      line(`  ${one.query.replaceAll(/\s+/g, " ").slice(0, 96)}`, [one]);
  }
};

const waitUntilIdle = async ({ pool }: Workspace): Promise<void> => {
  const text = `
    SELECT (SELECT count(*) FROM events WHERE validation_status = 'received')
         + (SELECT count(*) FROM reaction_queue)
         + (SELECT count(*) FROM actions WHERE status IN ('pending', 'held', 'dispatching', 'sent')) AS waiting`;
  while (Number((await pool.query(text)).rows[0].waiting) > 0) await sleep(100);
};

/** Signed events of a form at a moderate rate, up to the end of their reactions. */
const costOfEvent = async (workspace: Workspace, { measure }: Meter): Promise<Figure[]> => {
  const target = signedEvents(await createSignedEndpoint(workspace.send, secret), secret);
  const send = async (seconds: number) => {
    const { total } = await load(target, { connections: 8, seconds, perSecond: 500 });
    await waitUntilIdle(workspace);
    return total;
  };
  await send(4);
  return measure("event", () => send(8));
};

const addPeople = async ({ pool }: Workspace): Promise<void> => {
  await pool.query(
    `INSERT INTO people (first_name, last_name, phone, timezone, consents)
     SELECT 'Ana', 'Bench', phone, $2, '{"sms": true}' FROM unnest($1::text[]) phone`,
    [Array.from({ length: people }, (_, n) => numberOf(n + 1)), timezone],
  );
};

/** Messages from the moment they are due up to the receipt of their delivery. */
const costOfSend = async (workspace: Workspace, { measure }: Meter): Promise<Figure[]> => {
  const { pool } = workspace;
  const sendAll = async () => {
    await pool.query(
      `INSERT INTO actions (person_id, type, status, config, not_before)
       SELECT p.id, 'sms', 'pending', jsonb_build_object('text', 'Number ' || n, 'purpose', 'service'), now()
         FROM people p CROSS JOIN generate_series(1, 4) n WHERE p.phone IS NOT NULL`,
    );
    await waitUntilIdle(workspace);
    return 4 * people;
  };
  await addPeople(workspace);
  await sendAll();
  return measure("send", sendAll);
};

/** Messages that Twilio reports, from different people. */
const costOfInbound = async (workspace: Workspace, { measure }: Meter): Promise<Figure[]> => {
  await addPeople(workspace);
  const receive = async (from: string): Promise<void> => {
    const status = await reportMessage(workspace.url, from);
    if (status >= 300) throw new Error(`A message was answered with ${status}`);
  };
  const receiveAll = async () => {
    for (let n = 1; n <= people; n += 4)
      await Promise.all([0, 1, 2, 3].map((more) => receive(numberOf(n + more))));
    await waitUntilIdle(workspace);
    return people;
  };
  await receiveAll();
  return measure("inbound message", receiveAll);
};

const costOfImport = async (workspace: Workspace, { measure }: Meter): Promise<Figure[]> => {
  const rows = 10_000;
  await importPeople(workspace, rows, 0);
  return measure("import row", async () => {
    await importPeople(workspace, rows, 1);
    return rows;
  });
};

const costOfChange = async ({ send }: Workspace, { measure }: Meter): Promise<Figure[]> => {
  const input = { firstName: "Ana", email: "change@example.com", isSeparatePerson: true };
  const { id } = await send("POST", "/api/people", input);
  const changes = 400;
  const change = async (prefix: string) => {
    for (let n = 0; n < changes; n++) await send("PUT", `/api/people/${id}`, { lastName: `${prefix} ${n}` });
    return changes;
  };
  await change("First");
  return measure("API change", () => change("Second"));
};

/** Connections of a role of their own, so that their statements are told apart from the product's. */
const openOwnPool = async ({ connection, pool }: Workspace) => {
  await pool.query("CREATE EXTENSION IF NOT EXISTS pg_stat_statements");
  await pool.query("CREATE ROLE bench LOGIN SUPERUSER");
  const own = new pg.Pool({ ...connection, user: "bench", max: 1 });
  const { rows } = await own.query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
  return { own, backends: rows.map(({ pid }) => pid) };
};

const costBench = (name: string, run: (workspace: Workspace, meter: Meter) => Promise<Figure[]>): Bench => ({
  name: `cost of one ${name}`,
  run: async () => {
    await using opened = await openWorkspace({
      databaseSettings: {
        shared_preload_libraries: "pg_stat_statements",
        "pg_stat_statements.track_planning": "on",
        track_functions: "pl",
      },
    });
    const { own, backends } = await openOwnPool(opened);
    const workspace = { ...opened, pool: own };
    try {
      return await run(workspace, await createMeter(workspace, own, backends));
    } finally {
      await own.end();
    }
  },
});

/** Processor time, statements, rows and WAL of the main kinds of work. */
export const costs: readonly Bench[] = [
  costBench("event", costOfEvent),
  costBench("send", costOfSend),
  costBench("inbound message", costOfInbound),
  costBench("import row", costOfImport),
  costBench("API change", costOfChange),
];

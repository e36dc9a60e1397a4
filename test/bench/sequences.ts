import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { reportMessage } from "./inbound-message.ts";
import { type Bench, percentile, readCpuSeconds } from "./measure.ts";
import { openWorkspace, type Workspace } from "./workspace.ts";

const waiting = Number(process.env.FARO_BENCH_RUNS ?? 1_000_000);
const due = Math.ceil(waiting / 10);
const answering = Math.min(200, Math.ceil(waiting / 100));
const idleSeconds = 20;
const batch = 250;

/** The phone of the person with this number. */
const phoneOf = (n: number): string => `+1787${String(n).padStart(7, "0")}`;

const addRule = ({ send }: Workspace): Promise<{ id: string; actions: { id: string }[] }> =>
  send("POST", "/api/rules", {
    name: "Follow-up",
    triggers: [{ type: "event", operator: "=", value: "quote" }],
    conditions: [{ type: "status", field: "is_not", value: "converted" }],
    actions: [
      { type: "ask", template: "", onlyIf: { is: "unanswered" } },
      { type: "sms", template: "Hola, ¿seguimos?", wait: { for: 60, unit: "days" } },
    ],
  });

/** People who wait in a sequence, as runs that began an hour ago leave them. */
const addRuns = async (
  pool: pg.Pool,
  ruleId: string,
  stepId: string,
  from: number,
  count: number,
  dueAt: string,
): Promise<void> => {
  for (let done = 0; done < count; done += 50_000) {
    await pool.query(
      `WITH added AS (
         INSERT INTO people (first_name, phone)
         SELECT 'Ana', '+1787' || lpad(n::text, 7, '0') FROM generate_series($1::int, $2::int) n RETURNING id),
       fired AS (
         INSERT INTO rule_runs (rule_id, version, person_id, fired, why) SELECT $3, 1, id, true, '[]' FROM added
         RETURNING id, person_id)
       INSERT INTO sequence_runs (id, rule_id, person_id, entry, state, step_id, started_at, since, opens_at, due_at)
       SELECT id, $3, person_id, 'trigger', 'waiting', $4, now() - interval '1 hour', now() - interval '1 hour', $5, $5
         FROM fired`,
      [from + done, from + Math.min(count, done + 50_000) - 1, ruleId, stepId, dueAt],
    );
    process.stderr.write(`\r  ${Math.min(count, done + 50_000)} runs`);
  }
  await pool.query("ANALYZE sequence_runs, rule_runs, people");
  process.stderr.write("\n");
};

const cpuShare = async (pid: number): Promise<number> => {
  const before = await readCpuSeconds(pid);
  await sleep(idleSeconds * 1000);
  return ((await readCpuSeconds(pid)) - before) / idleSeconds;
};

const count = async (pool: pg.Pool, where: string): Promise<number> =>
  (await pool.query(`SELECT count(*)::int AS n FROM sequence_runs WHERE ${where}`)).rows[0].n;

/** One bare statement for each page of runs: their rows changed, and a row added for each. */
const bareRuns = async (pool: pg.Pool, pages: number): Promise<number> => {
  await pool.query("CREATE TABLE bare_runs AS SELECT id, due_at FROM sequence_runs LIMIT 50000");
  await pool.query("CREATE INDEX ON bare_runs (due_at)");
  await pool.query(
    "CREATE TABLE bare_steps (run_id uuid, step_id text, at timestamptz, PRIMARY KEY (run_id, step_id))",
  );
  const started = performance.now();
  for (let page = 0; page < pages; page++)
    await pool.query(
      `WITH taken AS (
         SELECT ctid FROM bare_runs WHERE due_at < now() + interval '300 days' ORDER BY due_at LIMIT $1 FOR UPDATE),
       changed AS (
         UPDATE bare_runs SET due_at = now() + interval '400 days' WHERE ctid IN (SELECT ctid FROM taken) RETURNING id)
       INSERT INTO bare_steps SELECT id, 'step', now() FROM changed`,
      [batch],
    );
  return (pages * batch * 1000) / (performance.now() - started);
};

/** The bare counterpart of an answer: a run ended by its key, and a row added. */
const bareAnswers = async (pool: pg.Pool): Promise<number[]> => {
  const { rows } = await pool.query("SELECT id FROM bare_runs LIMIT $1", [answering]);
  const times: number[] = [];
  for (const { id } of rows) {
    const started = performance.now();
    await pool.query(
      `WITH changed AS (UPDATE bare_runs SET due_at = NULL WHERE id = $1 RETURNING id)
       INSERT INTO bare_steps SELECT id, 'answer', now() FROM changed`,
      [id],
    );
    times.push(performance.now() - started);
  }
  return times;
};

const waitUntil = async (isDone: () => Promise<boolean>): Promise<void> => {
  const deadline = Date.now() + 600_000;
  while (!(await isDone())) {
    if (Date.now() > deadline) throw new Error("It took longer than ten minutes");
    await sleep(50);
  }
};

/** Runs of sequences: at rest, when many are due at once, and when a person answers. */
export const sequences: Bench = {
  name: "sequences",
  run: async () => {
    await using workspace = await openWorkspace();
    const { pool, pid, url } = workspace;
    const rule = await addRule(workspace);
    const [ask, sms] = rule.actions.map(({ id }) => id) as [string, string];
    const atRest = await cpuShare(pid);
    const later = new Date(Date.now() + 30 * 86_400_000).toISOString();
    await addRuns(pool, rule.id, sms, 1_000_000, waiting, later);
    const withWaiting = await cpuShare(pid);
    await addRuns(pool, rule.id, ask, 3_000_000, due, later);
    const started = performance.now();
    await pool.query("UPDATE sequence_runs SET opens_at = now(), due_at = now() WHERE step_id = $1", [ask]);
    await waitUntil(async () => (await count(pool, `step_id = '${ask}'`)) === 0);
    const advanced = (due * 1000) / (performance.now() - started);
    const bare = await bareRuns(pool, 200);
    const times: number[] = [];
    for (let n = 0; n < answering; n++) {
      const phone = phoneOf(1_000_000 + n * Math.floor(waiting / answering));
      const sent = performance.now();
      await reportMessage(url, phone);
      const isEnded = `state = 'ended' AND person_id = (SELECT id FROM people WHERE phone = '${phone}')`;
      await waitUntil(async () => (await count(pool, isEnded)) === 1);
      times.push(performance.now() - sent);
    }
    const bareTimes = await bareAnswers(pool);
    return [
      {
        what: `${waiting} waiting runs, share of a core beyond rest`,
        value: (withWaiting - atRest) * 100,
        unit: "%",
        limit: { at: "most", value: 2 },
      },
      {
        what: "runs advanced a second",
        value: advanced,
        unit: "runs/s",
        limit: { at: "least", value: 5000 },
      },
      { what: "bare rows changed and added a second", value: bare, unit: "rows/s" },
      { what: "advanced against bare", value: advanced / bare, unit: "×" },
      {
        what: "an answer ends a run, p95",
        value: percentile(times, 95),
        unit: "ms",
        limit: { at: "most", value: 1000 },
      },
      { what: "bare update and insert of an answer, p95", value: percentile(bareTimes, 95), unit: "ms" },
    ];
  },
};

import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { figureNames } from "#domain/figures/figures.ts";
import { tableNames } from "#domain/figures/tables.ts";
import { openDatabase } from "#server/db/database.ts";
import { countReports } from "#server/store/reports/count-reports.ts";
import { type Bench, type Figure, latencies, median, percentile } from "./measure.ts";
import { openWorkspace, type Workspace } from "./workspace.ts";

const messages = Number(process.env.FARO_BENCH_MESSAGES ?? 10_000_000);
const people = Math.ceil(messages / 10);
const rules = 50;
const events = Math.min(5_000, people);
const zone = "America/Puerto_Rico";
const dayMs = 86_400_000;

/** A year of a large workspace; triggers are off, as everything is counted afterwards. */
const fill = async (pool: pg.Pool): Promise<void> => {
  const client = await pool.connect();
  await client.query(
    "SET session_replication_role = replica; SET synchronous_commit = off; SET statement_timeout = 0",
  );
  const inPages = async (total: number, text: string) => {
    const page = Math.min(200_000, total);
    for (let done = 0; done < total; done += page)
      await client.query(text, [done + 1, Math.min(total, done + page)]);
  };
  await inPages(
    people,
    `INSERT INTO people (first_name, sources, status, stage_reached, converted_at, created_at)
     SELECT 'Ana', ARRAY['Source ' || n % 8], CASE WHEN n % 15 = 0 THEN 'converted' ELSE 'new' END,
            CASE WHEN n % 15 = 0 THEN 3 ELSE 0 END, CASE WHEN n % 15 = 0 THEN at + interval '2 days' END, at
       FROM generate_series($1::int, $2::int) n, LATERAL (SELECT now() - random() * n / n * interval '365 days' AS at) t`,
  );
  await client.query(
    `INSERT INTO rules (name, triggers, conditions, actions)
     SELECT 'Rule ' || n, '[]', '[]', '[]' FROM generate_series(1, ${rules}) n`,
  );
  await client.query("CREATE TEMP TABLE numbered_rules AS SELECT id, row_number() OVER () AS n FROM rules");
  await client.query("CREATE TEMP TABLE numbered AS SELECT id, row_number() OVER () AS n FROM people");
  await client.query("CREATE INDEX ON numbered (n)");
  await inPages(
    messages,
    `INSERT INTO actions (person_id, type, rule_id, messenger, config, status, executed_at, created_at, price, reasons)
     SELECT p.id, (ARRAY['sms','email','whatsapp'])[1 + m % 3], r.id, (ARRAY['twilio-sms','smtp','whatsapp-meta'])[1 + m % 3],
            jsonb_build_object('template', 'template_' || m % 40, 'rendered', jsonb_build_object('text', 'Hello, Ana')),
            (ARRAY['delivered','delivered','sent','failed','blocked'])[1 + m % 5], at + interval '3 seconds', at, 0.0079,
            CASE WHEN m % 5 = 4 THEN '[{"code": "consent_missing"}]'::jsonb END
       FROM generate_series($1::int, $2::int) m JOIN numbered p ON p.n = 1 + m % ${people}
            LEFT JOIN numbered_rules r ON r.n = m % (2 * ${rules}),
            LATERAL (SELECT now() - random() * m / m * interval '365 days' AS at) t`,
  );
  await inPages(
    people,
    `INSERT INTO messages (id, person_id, at, direction, channel, text)
     SELECT uuid_v7(), p.id, now() - random() * p.n / p.n * interval '365 days', 'in', 'sms', 'Hola'
       FROM numbered p WHERE p.n BETWEEN $1::int AND $2::int`,
  );
  await inPages(
    people,
    `WITH opened AS (
       INSERT INTO episodes (person_id, opened_at, opened_channel, first_answer_at)
       SELECT p.id, at, 'sms', at + random() * interval '3 hours'
         FROM numbered p, LATERAL (SELECT now() - random() * p.n / p.n * interval '365 days' AS at) t
        WHERE p.n BETWEEN $1::int AND $2::int RETURNING person_id, opened_at, first_answer_at),
     answered AS (
       INSERT INTO thread_answers (person_id, channel, waiting_since, answered_at)
       SELECT person_id, 'sms', opened_at, first_answer_at FROM opened)
     INSERT INTO usage (service, kind, ok, latency_ms, cost, person_id, created_at)
     SELECT 'twilio', 'sms', true, 90, 0.0079, person_id, opened_at FROM opened`,
  );
  client.release(true);
  for (const table of ["people", "actions", "messages", "episodes", "thread_answers", "usage"])
    await pool.query(`VACUUM ANALYZE ${table}`);
};

const dayOf = (daysAgo: number): string => new Date(Date.now() - daysAgo * dayMs).toISOString().slice(0, 10);

const calls: [string, string][] = [
  ["30 days", `?from=${dayOf(30)}&to=${dayOf(1)}`],
  ["90 days", `?from=${dayOf(90)}&to=${dayOf(1)}`],
  ["half a year against the one before", `?from=${dayOf(180)}&to=${dayOf(1)}`],
  ["a figure by day, a year", `/plot?from=${dayOf(365)}&to=${dayOf(1)}&figure=speed_to_lead`],
  [
    "a figure by hour and weekday, a year",
    `/plot?from=${dayOf(365)}&to=${dayOf(1)}&figure=speed_to_lead&by=hour`,
  ],
  ["what a number opens, a year", `/behind?from=${dayOf(365)}&to=${dayOf(1)}&figure=conversion`],
];

const year = `from=${dayOf(365)}&to=${dayOf(1)}`;

/** Every table of the reports and every figure over time, of a whole year. */
const everyReport: [string, string][] = [
  ...tableNames.map((name): [string, string] => [
    `the table ${name}, a year`,
    `/export?${year}&table=${name}`,
  ]),
  ...figureNames.map((name): [string, string] => [`${name} by day, a year`, `/plot?${year}&figure=${name}`]),
];

/** What a report reads at least: the sums of the days of all metrics. */
const bareSum = async (pool: pg.Pool): Promise<number> => {
  const started = performance.now();
  await pool.query(
    `SELECT metric, dimension, band, sum(count), sum(amount) FROM report_days
      WHERE day >= current_date - 365 GROUP BY 1, 2, 3`,
  );
  return performance.now() - started;
};

const bareCount = async (pool: pg.Pool): Promise<number> => {
  const started = performance.now();
  await pool.query(
    "SELECT type, status, count(*) FROM actions WHERE created_at >= now() - interval '30 days' GROUP BY 1, 2",
  );
  return performance.now() - started;
};

const reportedTables = ["people", "actions", "messages", "episodes", "usage", "timeline", "calls", "tasks"];

const switchTriggers = async (pool: pg.Pool, state: "ENABLE" | "DISABLE"): Promise<void> => {
  const { rows } = await pool.query<{ text: string }>(
    `SELECT format('ALTER TABLE %s ${state} TRIGGER %I', tgrelid::regclass, tgname) AS text FROM pg_trigger
      WHERE tgname LIKE '%\\_reported\\_%' AND tgrelid::regclass::text = ANY($1)`,
    [reportedTables],
  );
  for (const { text } of rows) await pool.query(text);
};

/** Posts events of new people and waits until they are recorded and reacted to. Returns milliseconds for each. */
const eventCost = async ({ pool }: Workspace, webhookUrl: string, round: number): Promise<number> => {
  const started = performance.now();
  const numbers = Array.from({ length: events }, (_, n) => n).values();
  const post = async () => {
    for (const n of numbers)
      await fetch(webhookUrl, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({
          type: "lead",
          name: "Ana",
          email: `b${round}-${n}@example.com`,
          message: "Hola",
        }),
      });
  };
  await Promise.all(Array.from({ length: 16 }, post));
  for (;;) {
    const { rows } = await pool.query<{ isOpen: boolean }>(
      `SELECT EXISTS (SELECT FROM unread_events) OR EXISTS (SELECT FROM reaction_queue) AS "isOpen"`,
    );
    if (!rows[0]?.isOpen) return (performance.now() - started) / events;
    await sleep(20);
  }
};

const addedToEvents = async (workspace: Workspace): Promise<number> => {
  const { webhookUrl } = await workspace.send<{ webhookUrl: string }>("POST", "/api/endpoints", {
    name: "Form",
  });
  await eventCost(workspace, webhookUrl, 0);
  const ratios: number[] = [];
  for (let round = 1; round <= 5; round += 1) {
    await switchTriggers(workspace.pool, "DISABLE");
    const without = await eventCost(workspace, webhookUrl, round * 2);
    await switchTriggers(workspace.pool, "ENABLE");
    ratios.push(((await eventCost(workspace, webhookUrl, round * 2 + 1)) / without - 1) * 100);
  }
  return median(ratios);
};

/** Reports over many messages, how fast they are counted, and what counting adds to an event. */
export const reports: Bench = {
  name: "reports",
  run: async () => {
    await using workspace = await openWorkspace();
    const { url, cookie, pool, connection } = workspace;
    await fill(pool);
    const database = openDatabase(connection, () => {});
    const started = performance.now();
    await pool.query("DELETE FROM report_state");
    await countReports(database.db, zone);
    const seconds = (performance.now() - started) / 1000;
    await database.close();
    await pool.query("VACUUM ANALYZE report_days");
    await pool.query("VACUUM ANALYZE report_hours");
    const figures: Figure[] = [
      { what: "rows counted the first time", value: (messages + people) / seconds, unit: "rows/s" },
    ];
    for (const [what, query] of [...calls, ...everyReport]) {
      const times = await latencies(`${url}/api/reports${query}`, { cookie }, 40);
      figures.push({
        what: `p95 of ${what}`,
        value: percentile(times, 95),
        unit: "ms",
        limit: { at: "most", value: 300 },
      });
    }
    const bare: number[] = [];
    const sums: number[] = [];
    for (let round = 0; round < 5; round += 1) {
      bare.push(await bareCount(pool));
      sums.push(await bareSum(pool));
    }
    figures.push(
      { what: "bare count of 30 days of messages by status", value: median(bare), unit: "ms" },
      { what: "bare sum of the counts of a year", value: median(sums), unit: "ms" },
      {
        what: "added to the cost of an event",
        value: await addedToEvents(workspace),
        unit: "%",
        limit: { at: "most", value: 5 },
      },
    );
    return figures;
  },
};

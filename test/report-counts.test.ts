import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type CountedKind, reportKinds } from "#domain/figures/metrics.ts";
import { system } from "#server/audit/entry.ts";
import { type Database, openDatabase } from "#server/db/database.ts";
import { isDeadlock } from "#server/db/errors.ts";
import { newId } from "#server/db/id.ts";
import { erasePeople } from "#server/store/people/erase-people.ts";
import { mergePair } from "#server/store/people/merge.ts";
import { undoMerge } from "#server/store/people/undo-merge.ts";
import { countReports } from "#server/store/reports/count-reports.ts";
import { bandSql, reportPoints, sumSql } from "#server/store/reports/report-points.ts";
import { createWrite, type Write } from "#server/store/write.ts";
import { createAddressHash } from "./address-hash.ts";
import { createTestDatabase } from "./database.ts";

const zone = "America/New_York";
const hash = createAddressHash();
let database: Database;
let write: Write;
beforeAll(async () => {
  database = openDatabase(await createTestDatabase(), () => {});
  write = createWrite(database.db, { insert: async () => {} });
  await run(sql`INSERT INTO users (email, password) VALUES ('a@x.test', ''), ('b@x.test', '')`);
  await run(
    sql`INSERT INTO rules (name, triggers, conditions, actions) VALUES ('Follow-up', '[]', '[]', '[]')`,
  );
});
afterAll(() => database.close());

const run = async <Row extends Record<string, unknown>>(query: ReturnType<typeof sql>): Promise<Row[]> =>
  (await database.db.execute(query)).rows as Row[];

const columns = sql`metric, dimension, coalesce(band, -1)::int AS band, sum(count)::int AS count, round(sum(amount)::numeric, 3)::text AS amount`;

const counted = () =>
  run(sql`SELECT to_char(hour, 'YYYY-MM-DD HH24 TZH') AS at, ${columns} FROM report_hours
           GROUP BY hour, 2, 3, 4 ORDER BY hour, 2, 3, 4`);
const countedDays = () =>
  run(
    sql`SELECT to_char(day, 'YYYY-MM-DD') AS at, ${columns} FROM report_days GROUP BY day, 2, 3, 4 ORDER BY day, 2, 3, 4`,
  );

const everyPoint = sql.join(
  reportKinds.map(
    (kind: CountedKind) => sql`SELECT * FROM (${reportPoints(kind, sql`'-infinity'`, sql`'infinity'`)}) x`,
  ),
  sql` UNION ALL `,
);
const recounted = () =>
  run(sql`SELECT to_char(hour, 'YYYY-MM-DD HH24 TZH') AS at, ${columns}
            FROM (SELECT report_hour(at) AS hour, metric, dimension, ${bandSql} AS band, ${sumSql}
                    FROM (${everyPoint}) point GROUP BY 1, 2, 3, 4) counted
           GROUP BY hour, 2, 3, 4 ORDER BY hour, 2, 3, 4`);
const recountedDays = (timezone: string) =>
  run(sql`SELECT to_char(day, 'YYYY-MM-DD') AS at, ${columns}
            FROM (SELECT (report_hour(at) AT TIME ZONE ${timezone})::date AS day, metric, dimension, ${bandSql} AS band, ${sumSql}
                    FROM (${everyPoint}) point GROUP BY 1, 2, 3, 4) counted
           GROUP BY day, 2, 3, 4 ORDER BY day, 2, 3, 4`);

const expectRecount = async (timezone = zone) => {
  await countReports(database.db, timezone);
  const found = await counted();
  expect(found).toEqual(await recounted());
  expect(await countedDays()).toEqual(await recountedDays(timezone));
  return found;
};

const person = sql`(SELECT id FROM people ORDER BY random() LIMIT 1)`;
const user = sql`(ARRAY(SELECT id FROM users) || NULL::uuid)[1 + floor(random() * 3)::int]`;
const moment = sql`now() - random() * interval '9 days'`;

/** Statements as the product makes them, on random rows. */
const changes = [
  sql`INSERT INTO people (first_name, status, sources, created_at)
      SELECT 'n' || n, (ARRAY['new','qualified','contacted','converted'])[1 + floor(random() * 4)::int],
             (ARRAY['{Form}','{Fair,Form}','{}'])[1 + floor(random() * 3)::int]::text[], ${moment}
        FROM generate_series(1, 40) n`,
  sql`UPDATE people SET status = (ARRAY['new','qualified','converted'])[1 + floor(random() * 3)::int] WHERE random() < 0.2`,
  sql`UPDATE people SET sources = sources || '{Radio}' WHERE random() < 0.1`,
  sql`INSERT INTO actions (person_id, type, status, rule_id, sent_by, executed_at, created_at)
      SELECT p.id, (ARRAY['sms','whatsapp','email','call'])[1 + floor(random() * 4)::int],
             (ARRAY['pending','held','sent','unknown'])[1 + floor(random() * 4)::int],
             CASE WHEN random() < 0.6 THEN (SELECT id FROM rules LIMIT 1) END, ${user}, at, at - random() * interval '3 hours'
        FROM people p, LATERAL (SELECT ${moment} AS at WHERE p.id IS NOT NULL) m WHERE random() < 0.4`,
  sql`UPDATE actions SET status = 'dispatching', executed_at = created_at + random() * interval '2 hours'
       WHERE status IN ('pending', 'held') AND random() < 0.5`,
  sql`UPDATE actions SET status = 'sent', price = 0.0079 WHERE status = 'dispatching' AND random() < 0.8`,
  sql`UPDATE actions SET status = (ARRAY['delivered','failed','read'])[1 + floor(random() * 3)::int] WHERE status = 'sent' AND random() < 0.5`,
  sql`UPDATE actions SET status = 'blocked', reasons = '[{"code": "consent_missing"}]' WHERE status = 'pending' AND random() < 0.5`,
  sql`WITH held AS (
        UPDATE actions SET status = 'held', reasons = '[{"code": "quiet_hours"}]' WHERE status = 'pending' AND random() < 0.5 RETURNING id, person_id, created_at)
      INSERT INTO timeline (person_id, event_type, title, metadata, caused_by, created_at)
      SELECT person_id, 'message_held', 'held', '{"reasons": [{"code": "quiet_hours"}]}', id, created_at FROM held`,
  sql`INSERT INTO messages (id, person_id, at, direction, channel, text)
      SELECT uuid_v7(), p.id, ${moment}, CASE WHEN random() < 0.7 THEN 'in' ELSE 'out' END, 'sms', 'Hola' FROM people p WHERE random() < 0.4`,
  sql`UPDATE messages SET text = text || '!' WHERE random() < 0.2`,
  sql`UPDATE messages SET person_id = ${person} WHERE random() < 0.05`,
  sql`UPDATE actions SET person_id = ${person} WHERE random() < 0.05`,
  sql`DELETE FROM messages WHERE random() < 0.05`,
  sql`DELETE FROM actions WHERE random() < 0.05`,
  sql`INSERT INTO episodes (person_id, opened_at, opened_channel, first_answer_at, first_answer_by, closed_at, how)
      SELECT p.id, at, 'sms', at + random() * interval '1 day', ${user}, at + interval '2 days', 'answered'
        FROM people p, LATERAL (SELECT ${moment} AS at WHERE p.id IS NOT NULL) m WHERE random() < 0.3`,
  sql`UPDATE episodes SET closed_at = closed_at + interval '1 hour' WHERE random() < 0.2`,
  sql`INSERT INTO thread_answers (person_id, user_id, channel, waiting_since, answered_at)
      SELECT p.id, ${user}, 'sms', at - random() * interval '1 day', at
        FROM people p, LATERAL (SELECT ${moment} AS at WHERE p.id IS NOT NULL) m WHERE random() < 0.3`,
  sql`INSERT INTO tasks (person_id, title, done_at, done_by) SELECT p.id, 'Call', ${moment}, ${user} FROM people p WHERE random() < 0.2`,
  sql`UPDATE tasks SET done_at = CASE WHEN random() < 0.5 THEN now() - interval '1 day' END WHERE random() < 0.3`,
  sql`INSERT INTO calls (person_id, type, phone_number, status, owner, answered_at, ended_at, created_at)
      SELECT p.id, 'inbound', '+17875550100', 'completed', 'agent', at, at + random() * interval '9 minutes', at
        FROM people p, LATERAL (SELECT ${moment} AS at WHERE p.id IS NOT NULL) m WHERE random() < 0.2`,
  sql`INSERT INTO usage (service, kind, ok, latency_ms, cost, person_id, created_at)
      SELECT 'twilio', 'sms', true, 9, 0.5, p.id, ${moment} FROM people p WHERE random() < 0.3`,
  sql`UPDATE usage SET cost = 0.25 WHERE random() < 0.2`,
  sql`INSERT INTO timeline (person_id, event_type, title, source, created_at)
      SELECT p.id, 'opted_out', 'Opted out', (ARRAY['keyword','complaint'])[1 + floor(random() * 2)::int], ${moment} FROM people p WHERE random() < 0.1`,
  sql`INSERT INTO timeline (person_id, event_type, title, description, created_at)
      SELECT p.id, 'status_changed', 'Status', (ARRAY['new → qualified','qualified → contacted','qualified → new'])[1 + floor(random() * 3)::int], ${moment}
        FROM people p WHERE random() < 0.3`,
  sql`UPDATE timeline SET person_id = ${person} WHERE event_type = 'status_changed' AND random() < 0.1`,
  sql`DELETE FROM timeline WHERE event_type = 'status_changed' AND random() < 0.05`,
  sql`UPDATE actions SET messenger = (ARRAY['twilio','smtp'])[1 + floor(random() * 2)::int], config = '{"template": "hello"}'
       WHERE status = 'pending' AND random() < 0.5`,
  sql`DELETE FROM people WHERE random() < 0.05`,
];

const mixed = <T>(list: readonly T[]): T[] =>
  list
    .map((value) => ({ value, place: Math.random() }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ value }) => value);

describe("what is counted", () => {
  test("equals a recount at the start, after every mix of changes, and after the zone changed", async () => {
    for (const change of changes) await run(change);
    const first = await expectRecount();
    expect(new Set(first.map(({ metric }) => metric)).size).toBeGreaterThan(20);
    for (let round = 0; round < 6; round += 1) {
      for (const change of mixed(changes).slice(0, 9)) await run(change);
      await expectRecount();
    }
    await expectRecount("America/Puerto_Rico");
    expect(await run(sql`SELECT kind FROM report_changes`)).toEqual([]);
  });

  test("equals a recount in a zone whose clock shows the first hour of a day twice", async () => {
    const add = (at: string) =>
      run(sql`INSERT INTO usage (service, kind, ok, latency_ms, cost, created_at)
              VALUES ('twice', 'sms', true, 9, 0.5, ${at}::timestamptz)`);
    await expectRecount("America/Havana");
    // On 2025-11-02 it is midnight at 4:00 and at 5:00 UTC.
    await add("2025-11-02T04:30:00Z");
    await expectRecount("America/Havana");
    await add("2025-11-02T03:30:00Z");
    await expectRecount("America/Havana");
    await run(sql`DELETE FROM usage WHERE service = 'twice'`);
    await expectRecount(zone);
  });

  test("counts waits in business hours, also after these change", async () => {
    await run(sql`INSERT INTO people (first_name) VALUES ('Waits')`);
    const [{ id } = {}] = await run(sql`SELECT id FROM people WHERE first_name = 'Waits'`);
    // Friday at 16:00 to Monday at 9:30 in New York; on Sunday, clocks go forward.
    await run(sql`INSERT INTO thread_answers (person_id, channel, waiting_since, answered_at)
                  VALUES (${id}, 'x', '2026-03-06T21:00:00Z', '2026-03-09T13:30:00Z')`);
    const seconds = async (): Promise<unknown> => {
      await expectRecount();
      const found = await run(
        sql`SELECT sum(amount)::int AS n FROM report_days WHERE metric = 'answer_open' AND dimension = 'x'`,
      );
      return found[0]?.n;
    };
    expect(await seconds()).toBe(1.5 * 3600);
    const save = (value: object) =>
      run(sql`INSERT INTO settings (category, key, value) VALUES ('general', 'general', ${JSON.stringify(value)}::jsonb)
              ON CONFLICT (category, key) DO UPDATE SET value = excluded.value`);
    await save({ businessOpens: 0, businessCloses: 24, businessLastDay: 7 });
    // As long as it was: 65.5 hours of the wall clock, one of which was skipped.
    expect(await seconds()).toBe(64.5 * 3600);
    await save({ businessOpens: 8, businessCloses: 17, businessLastDay: 6 });
    expect(await seconds()).toBe((1 + 9 + 1.5) * 3600);
    await save({});
    expect(await seconds()).toBe(1.5 * 3600);
    await run(sql`DELETE FROM people WHERE id = ${id}`);
  });

  test("equals a recount while others change and count at the same time", async () => {
    await Promise.all([
      ...mixed(changes.filter((change) => !JSON.stringify(change).includes("DELETE FROM people")))
        .slice(0, 6)
        .map(async (change) => {
          try {
            await run(change);
          } catch (error) {
            // Two statements on random rows may lock them in opposite order; one is then refused as a whole.
            if (!isDeadlock(error)) throw error;
          }
        }),
      ...Array.from({ length: 3 }, () => countReports(database.db, zone)),
    ]);
    await expectRecount();
  });

  test("equals a recount after a merge, its undo, and an erasure", async () => {
    for (const change of changes) await run(change);
    await expectRecount();
    const pairs = await run<{ id: string }>(sql`
      SELECT p.id FROM people p WHERE EXISTS (SELECT FROM actions a WHERE a.person_id = p.id) ORDER BY p.id LIMIT 8`);
    const ids = pairs.map(({ id }) => id);
    expect(ids).toHaveLength(8);
    const before = await counted();
    const merged: string[] = [];
    for (let index = 0; index < ids.length; index += 2) {
      const [survivorId = "", otherId = ""] = ids.slice(index, index + 2);
      const batch = { survivorId, otherId, picks: {}, batchId: newId(), userId: null };
      const result = await write(system, (context) => mergePair(context, batch, hash));
      expect(result.ok).toBe(true);
      merged.push(otherId);
    }
    const together = await expectRecount();
    expect(together).not.toEqual(before);
    const done = await run<{ id: string }>(sql`SELECT id FROM merged_people ORDER BY id`);
    for (const { id } of done) await write(system, (context) => undoMerge(context, id, hash));
    await expectRecount();
    await write(system, ({ tx }) => erasePeople(tx, ids.slice(0, 3), hash));
    const after = await expectRecount();
    expect(after).not.toEqual(together);
  });

  test("an hour with very many rows is counted in parts, and rests before it is counted again", async () => {
    const start = Date.parse("2025-06-02T10:00:00Z");
    const addRequests = (count: number) =>
      run(sql`INSERT INTO usage (service, kind, ok, latency_ms, cost, created_at)
              SELECT 'many', 'sms', true, 9, 0.5, ${new Date(start).toISOString()}::timestamptz + n * interval '50 milliseconds'
                FROM generate_series(1, ${count}::int) n`);
    const seen = async () =>
      (
        await run(
          sql`SELECT sum(count)::int AS n FROM report_days WHERE metric = 'cost' AND day = '2025-06-02'`,
        )
      )[0]?.n;
    const resting = new Map<string, number>();
    let time = start;
    const count = () => countReports(database.db, zone, { now: () => time, resting });
    await addRequests(60_000);
    await count();
    expect(await seen()).toBe(60_000);
    await addRequests(100);
    await count();
    expect(await seen()).toBe(60_000);
    const [{ kind } = {}] = await run(sql`SELECT kind FROM report_changes`);
    expect(kind).toBe("usage");
    time += 61_000;
    await count();
    expect(await seen()).toBe(60_100);
    await run(sql`DELETE FROM usage WHERE service = 'many'`);
    await expectRecount();
  });

  test("a statement appends the hours it changes once, and nothing where nothing that counts changed", async () => {
    await run(sql`DELETE FROM people`);
    await expectRecount();
    const [{ id: personId } = {}] = await run(
      sql`INSERT INTO people (first_name) VALUES ('Ana') RETURNING id`,
    );
    const appended = async (change: ReturnType<typeof sql>) => {
      await run(sql`DELETE FROM report_changes`);
      await run(sql`DELETE FROM report_contact_changes`);
      await run(change);
      const hours = await run(sql`SELECT kind FROM report_changes ORDER BY kind`);
      const contacts = await run(
        sql`SELECT kind, cardinality(ids) AS n FROM report_contact_changes ORDER BY 1, 2 DESC`,
      );
      return [...hours.map(({ kind }) => kind), ...contacts.map(({ kind, n }) => `${kind} ${n}`)];
    };
    const actions = sql`INSERT INTO actions (person_id, type, created_at)
      SELECT ${personId}::uuid, 'sms', '2026-01-05T10:20:00Z' FROM generate_series(1, 250)`;
    expect(await appended(actions)).toEqual(["messages"]);
    const claim = sql`UPDATE actions SET status = 'dispatching', executed_at = now(), lease_until = now()`;
    expect(await appended(claim)).toEqual([]);
    expect(await appended(sql`UPDATE actions SET lease_until = now(), not_before = now()`)).toEqual([]);
    const sent = sql`UPDATE actions SET status = 'sent', lease_until = NULL`;
    expect(await appended(sent)).toEqual(["messages", "sent 100", "sent 100", "sent 50"]);
    expect(await appended(sql`UPDATE actions SET status = 'delivered'`)).toEqual(["messages"]);
    expect(await appended(sql`UPDATE actions SET price = 0.01`)).toEqual(["messages"]);
    expect(await appended(sql`UPDATE actions SET status = 'failed'`)).toEqual([
      "messages",
      "moved 100",
      "moved 100",
      "moved 50",
    ]);
    const wrote = sql`INSERT INTO messages (id, person_id, at, direction, channel, text)
      SELECT uuid_v7(), ${personId}::uuid, now(), CASE WHEN n > 20 THEN 'in' ELSE 'out' END, 'sms', 'Hola'
        FROM generate_series(1, 30) n`;
    expect(await appended(wrote)).toEqual(["wrote 10"]);
    expect(await appended(sql`UPDATE messages SET text = 'Hello'`)).toEqual([]);
    const call = sql`INSERT INTO calls (person_id, type, phone_number, status) VALUES (${personId}, 'inbound', '+17875550100', 'ringing')`;
    expect(await appended(call)).toEqual([]);
    expect(await appended(sql`UPDATE calls SET metadata = '{"partial": "Hola"}'`)).toEqual([]);
    expect(await appended(sql`UPDATE calls SET answered_at = now(), ended_at = now()`)).toEqual(["calls"]);
    const free = sql`INSERT INTO usage (service, kind, ok, latency_ms, cost, person_id) VALUES ('x', 'sms', true, 9, 0, ${personId})`;
    expect(await appended(free)).toEqual([]);
    expect(await appended(sql`UPDATE usage SET cost = 0.5 WHERE service = 'x'`)).toEqual(["usage"]);
    expect(await appended(sql`UPDATE people SET fields = '{"pet": "cat"}'`)).toEqual([]);
    expect(await appended(sql`UPDATE people SET sources = '{Form}'`)).toEqual(["leads", "usage"]);
    expect(await appended(sql`UPDATE episodes SET closed_at = now() WHERE false`)).toEqual([]);
    // Everything is counted anew, as the changes of this test were not.
    await run(sql`DELETE FROM report_state`);
    await expectRecount();
  });

  test("the hours of a restored database are not counted a second time", async () => {
    await database.db.transaction(async (tx) => {
      await tx.execute(sql`SET LOCAL faro.restoring = 'on'`);
      await tx.execute(sql`INSERT INTO people (first_name) VALUES ('Restored')`);
    });
    expect(await run(sql`SELECT kind FROM report_changes`)).toEqual([]);
    await run(sql`DELETE FROM people WHERE first_name = 'Restored'`);
    await expectRecount();
  });
});

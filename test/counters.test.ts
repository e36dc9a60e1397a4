import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readCounters, recount } from "./counters-recount.ts";
import { createTestDatabase } from "./database.ts";

let pool: pg.Pool;
beforeAll(async () => {
  pool = new pg.Pool(await createTestDatabase());
  await pool.query("INSERT INTO endpoints (name, type) VALUES ('a', 'webhook'), ('b', 'webhook')");
});
afterAll(() => pool.end());

const counted = () => readCounters(pool);
const recounted = () => recount(pool);

/** Random changes to rows of their own, so that two runs never wait for each other's locks. */
const changeRandomly = async (name: string) => {
  const stages = "(ARRAY['new','qualified','contacted','converted'])[1 + (random() * 3)::int]";
  const statements = [
    `INSERT INTO people (first_name, type, status, consents, created_at)
       SELECT $1, (ARRAY['lead','customer'])[1 + (n % 2)], ${stages},
              jsonb_build_object('sms', random() < 0.5, 'email', random() < 0.7), now() - n * interval '17 minutes'
         FROM generate_series(1, 400) n`,
    `UPDATE people SET status = ${stages} WHERE random() < 0.5 AND first_name = $1`,
    `UPDATE people SET consents = consents || '{"sms": false}' WHERE random() < 0.2 AND first_name = $1`,
    `INSERT INTO events (event_type, endpoint_id, raw_data, pii_detected, created_at)
       SELECT $1, (SELECT id FROM endpoints ORDER BY random() LIMIT 1), '{}', random() < 0.3, now() - n * interval '5 minutes'
         FROM generate_series(1, 500) n`,
    "UPDATE events SET pii_detected = NOT pii_detected WHERE random() < 0.2 AND event_type = $1",
    `INSERT INTO actions (person_id, type, created_at)
       SELECT id, (ARRAY['sms','call'])[1 + (random())::int], now() - random() * interval '3 days' FROM people WHERE first_name = $1`,
    "UPDATE actions SET status = 'sent' WHERE random() < 0.5 AND person_id IN (SELECT id FROM people WHERE first_name = $1)",
    "UPDATE actions SET simulation = 'test', status = 'failed' WHERE random() < 0.3 AND person_id IN (SELECT id FROM people WHERE first_name = $1)",
    `INSERT INTO usage (service, kind, ok, latency_ms, cost)
       SELECT 'openai', left($1, 0) || 'llm', true, 10, random() FROM generate_series(1, 100)`,
    "DELETE FROM people WHERE random() < 0.3 AND first_name = $1",
    "DELETE FROM events WHERE random() < 0.3 AND event_type = $1",
  ];
  for (const statement of statements) await pool.query(statement, [name]);
};

describe("the counters", () => {
  test("equal a recount after any mix of changes, before and after folding", async () => {
    await changeRandomly("one");
    expect(await counted()).toEqual(await recounted());
    await pool.query("SELECT compact_counters()");
    expect(await counted()).toEqual(await recounted());
    const { rows } = await pool.query(
      "SELECT count(*)::int AS n FROM (SELECT 1 FROM counters GROUP BY hour, metric, dimension HAVING count(*) > 1) x",
    );
    expect(rows[0].n).toBe(0);
  });

  test("equal a recount after concurrent writes and folds", async () => {
    await Promise.all([
      ...Array.from({ length: 8 }, (_, n) => changeRandomly(`storm ${n}`)),
      ...Array.from({ length: 8 }, () => pool.query("SELECT compact_counters()")),
    ]);
    await pool.query("SELECT compact_counters()");
    expect(await counted()).toEqual(await recounted());
  });

  test("a person who moves back a stage still counts as having reached it", async () => {
    const { rows } = await pool.query(
      "INSERT INTO people (status) VALUES ('converted') RETURNING id, converted_at",
    );
    expect(rows[0].converted_at).toBeInstanceOf(Date);
    const after = await pool.query(
      "UPDATE people SET status = 'new' WHERE id = $1 RETURNING stage_reached, converted_at",
      [rows[0].id],
    );
    expect(after.rows[0]).toEqual({ stage_reached: 3, converted_at: null });
  });
});

import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { system } from "#server/audit/entry.ts";
import { type Database, openDatabase } from "#server/db/database.ts";
import { moveClock } from "#server/db/move-clock.ts";
import { createWrite } from "#server/store/write.ts";
import { createTestDatabase } from "./database.ts";

let database: Database;
beforeAll(async () => {
  database = openDatabase(await createTestDatabase(), () => {});
});
afterAll(() => database.close());

const past = new Date("2026-02-03T04:05:06.789Z");
const times = sql`SELECT now() AS now, clock_timestamp() AS clock, pg_catalog.now() AS real`;

test("a transaction moves the time of statements, defaults and ids, for itself only", async () => {
  const id = await database.db.transaction(async (tx) => {
    await moveClock(tx, past.getTime() + 5000);
    await moveClock(tx, past.getTime());
    const { rows } = await tx.execute<{ now: string; clock: string; real: string }>(times);
    expect([rows[0]?.now, rows[0]?.clock].map((at) => new Date(at ?? ""))).toEqual([past, past]);
    expect(Date.parse(rows[0]?.real ?? "")).toBeGreaterThan(past.getTime() + 60_000);
    const added = await tx.execute<{ id: string }>(
      sql`INSERT INTO people (first_name) VALUES ('Ana') RETURNING id`,
    );
    return added.rows[0]?.id ?? "";
  });
  expect(Number.parseInt(id.replaceAll("-", "").slice(0, 12), 16)).toBe(past.getTime());
  const stored = await database.pool.query("SELECT created_at FROM people");
  expect(stored.rows[0].created_at).toEqual(past);
  const { rows } = await database.pool.query(
    "SELECT now() = pg_catalog.now() AS same, current_setting('faro.now', true) AS moved",
  );
  expect(rows[0]).toMatchObject({ same: true });
  expect(rows[0].moved ?? "").toBe("");
});

test("audit entries have the time of the clock that the change was given", async () => {
  const clock = { now: () => past.getTime() };
  const write = createWrite(database.db, { insert: async () => {} }, () => {}, clock);
  await write(system, async ({ audit, clock: given }) => {
    expect(given.now()).toBe(past.getTime());
    audit({
      eventType: "data_change",
      entityType: "person",
      entityId: "1",
      details: { kind: "thing", verb: "added", thing: "person", name: "Ana" },
    });
  });
  const { rows } = await database.pool.query("SELECT created_at FROM audit_logs");
  expect(rows).toEqual([{ created_at: past }]);
});

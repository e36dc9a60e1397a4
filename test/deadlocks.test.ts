import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { system } from "#server/audit/entry.ts";
import { type Database, openDatabase } from "#server/db/database.ts";
import { createWrite, type Write } from "#server/store/write.ts";
import { createTestDatabase } from "./database.ts";

let database: Database;
let write: Write;
let committed: string[][];
beforeAll(async () => {
  database = openDatabase(await createTestDatabase(), () => {});
  committed = [];
  write = createWrite(database.db, { insert: async () => {} }, (topics) => committed.push(topics));
});
afterAll(() => database.close());

test("two changes that wait for each other's rows are both made, each once", async () => {
  const { rows } = await database.pool.query<{ id: string }>(
    "INSERT INTO people (first_name) VALUES ('A'), ('B') RETURNING id",
  );
  const [first = "", second = ""] = rows.map(({ id }) => id);
  let waiting = 0;
  const bothHoldOne = Promise.withResolvers<void>();
  let attempts = 0;
  const tagBoth = (tag: string, ids: string[]) =>
    write(system, async ({ tx, audit, touch }) => {
      attempts++;
      touch("people");
      for (const id of ids) {
        await tx.execute(sql`UPDATE people SET tags = array_append(tags, ${tag}) WHERE id = ${id}`);
        waiting++;
        if (waiting >= 2) bothHoldOne.resolve();
        await bothHoldOne.promise;
      }
      audit({
        eventType: "data_change",
        entityType: "person",
        entityId: "many",
        details: { kind: "thing", verb: "added", thing: "person", name: tag },
      });
      return tag;
    });
  expect(await Promise.all([tagBoth("x", [first, second]), tagBoth("y", [second, first])])).toEqual([
    "x",
    "y",
  ]);
  expect(attempts).toBe(3);
  expect(committed).toEqual([
    ["people", "audit"],
    ["people", "audit"],
  ]);
  const { rows: people } = await database.pool.query("SELECT tags FROM people ORDER BY first_name");
  for (const { tags } of people) expect([...tags].sort()).toEqual(["x", "y"]);
  const { rows: entries } = await database.pool.query(
    "SELECT description FROM audit_logs ORDER BY description",
  );
  expect(entries.map(({ description }) => description)).toEqual(["Added x", "Added y"]);
});

test("another error is not tried again", async () => {
  let attempts = 0;
  const failing = write(system, async ({ tx }) => {
    attempts++;
    await tx.execute(sql`SELECT 1 / 0`);
  });
  await expect(failing).rejects.toThrow();
  expect(attempts).toBe(1);
});

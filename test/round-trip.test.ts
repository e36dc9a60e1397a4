import { sql } from "drizzle-orm";
import type pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Database, openDatabase } from "#server/db/database.ts";
import { errorCode, isStatementTimeout } from "#server/db/errors.ts";
import { inOneRoundTrip } from "#server/db/in-one-round-trip.ts";
import { createTestDatabase } from "./database.ts";

let connection: pg.ClientConfig;
let database: Database;
beforeAll(async () => {
  connection = await createTestDatabase();
  database = openDatabase(connection, () => {});
  await database.pool.query("CREATE TABLE items (id int PRIMARY KEY, text text)");
});
afterAll(() => database.close());

const items = async () => (await database.pool.query("SELECT id FROM items ORDER BY id")).rows;

test("statements of a transaction run in order and return their own results", async () => {
  const [, { rows }] = await database.db.transaction((tx) =>
    inOneRoundTrip([
      tx.execute(sql`INSERT INTO items VALUES (1, 'one')`),
      tx.execute(sql`SELECT text FROM items WHERE id = ${1}`),
    ]),
  );
  expect(rows).toEqual([{ text: "one" }]);
});

test("a failure undoes the transaction and is reported instead of those it caused", async () => {
  const failed = database.db.transaction((tx) =>
    inOneRoundTrip([
      tx.execute(sql`INSERT INTO items VALUES (10, 'ten')`),
      tx.execute(sql`INSERT INTO items VALUES (10, 'again')`),
      tx.execute(sql`SELECT 1`),
    ]),
  );
  expect(errorCode(await failed.catch((error: unknown) => error))).toBe("23505");
  expect(await items()).toEqual([{ id: 1 }]);
});

test("a statement that takes too long is ended by the server, and its connection can be used again", async () => {
  const quick = openDatabase({ ...connection, statement_timeout: 100 }, () => {}, { maxConnections: 1 });
  const error = await quick.pool.query("SELECT pg_sleep(10)").catch((reason: unknown) => reason);
  expect(isStatementTimeout(error)).toBe(true);
  expect((await quick.pool.query("SELECT 1 AS one")).rows).toEqual([{ one: 1 }]);
  await quick.close();
});

import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { jsonbArray, textArray, uuidArray } from "#server/db/arrays.ts";
import { openDatabase } from "#server/db/database.ts";
import { newId } from "#server/db/id.ts";
import { type PlainStatement, type PlainValue, runPlain } from "#server/db/plain-statement.ts";
import { sendTogether } from "#server/db/send-together.ts";
import { createTestDatabase } from "./database.ts";

let connection: pg.ClientConfig;
let client: pg.Client;
beforeAll(async () => {
  connection = await createTestDatabase();
  client = new pg.Client(connection);
  await client.connect();
  await client.query("CREATE TABLE noted (id int PRIMARY KEY, text text)");
});
afterAll(() => client.end());

test("arrays arrive unchanged", async () => {
  const ids = [newId(), null, newId()];
  const texts = ['"quoted" {a,b} \\ NULL', null, "ñ 😀 \n"];
  const documents = ['{"a":["\\"",1.50,null]}', "null", null];
  const { rows } = await client.query(
    "SELECT * FROM unnest($1::uuid[], $2::text[], $3::jsonb[]) AS row (id, said, document)",
    [uuidArray(ids), textArray(texts), jsonbArray(documents)],
  );
  expect(rows).toEqual([
    { id: ids[0], said: texts[0], document: { a: ['"', 1.5, null] } },
    { id: null, said: null, document: null },
    { id: ids[2], said: texts[2], document: null },
  ]);
  const none = await client.query("SELECT * FROM unnest($1::text[])", [textArray([])]);
  expect(none.rows).toEqual([]);
});

describe("a plain statement", () => {
  const run = (on: pg.Client, statement: PlainStatement, values: PlainValue[]) =>
    new Promise<void>((done, failed) => runPlain(on, statement, values, { done, failed }));
  const note = { name: "note", text: "INSERT INTO noted VALUES ($1, $2)" };
  const notes = async () => (await client.query("SELECT id, text FROM noted ORDER BY id")).rows;

  test("succeeds, fails alone, and succeeds again", async () => {
    await run(client, note, ["1", "one"]);
    await expect(run(client, note, ["1", "again"])).rejects.toMatchObject({ code: "23505" });
    await run(client, note, ["2", null]);
    expect(await notes()).toEqual([
      { id: 1, text: "one" },
      { id: 2, text: null },
    ]);
  });

  test("that fails when first prepared does not affect the next", async () => {
    const fresh = new pg.Client(connection);
    await fresh.connect();
    await expect(run(fresh, note, ["1", "again"])).rejects.toMatchObject({ code: "23505" });
    await run(fresh, note, ["3", "three"]);
    await fresh.end();
    expect(await notes()).toContainEqual({ id: 3, text: "three" });
  });
});

test("statements sent in one round trip run in order, and a failure fails those after it", async () => {
  const { pool, close } = openDatabase(connection, () => {});
  sendTogether(pool);
  const held = await pool.connect();
  await held.query("BEGIN");
  const answers = await Promise.allSettled([
    held.query("INSERT INTO noted VALUES (10, 'ten')"),
    held.query("SELECT text FROM noted WHERE id = $1", [10]),
    held.query("INSERT INTO noted VALUES (10, 'again')"),
    held.query("SELECT 1"),
  ]);
  await held.query("ROLLBACK");
  held.release();
  await close();
  expect(answers.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled", "rejected", "rejected"]);
  expect(answers[1]).toMatchObject({ value: { rows: [{ text: "ten" }] } });
  expect(answers[3]).toMatchObject({ reason: { code: "25P02" } });
});

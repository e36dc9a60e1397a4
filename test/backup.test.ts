import { PassThrough, Readable } from "node:stream";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { dump, load } from "#server/db/backup.ts";
import { StartError } from "#server/start-error.ts";
import { createTestDatabase } from "./database.ts";
import { startTestFaro, type TestFaro, type Visitor } from "./faro.ts";

let faro: TestFaro;
let admin: Visitor;
beforeAll(async () => {
  faro = await startTestFaro();
  admin = await faro.signedIn("admin");
  await admin.send("POST", "/api/integrations/n8n", {
    baseUrl: "https://a.example",
    apiKey: "key-1234567890",
  });
  await faro.pool.query(
    "INSERT INTO people (first_name, last_name, tags) SELECT 'Ñandú ' || n, E'tab\\t line\\n back\\\\slash \\u2028 end', ARRAY['a,b', '\"q\"', NULL] FROM generate_series(1, 500) n",
  );
  await faro.pool.query(
    "INSERT INTO timeline (person_id, event_type, title) SELECT id, 'event_received', '\\.' FROM people",
  );
});
afterAll(() => faro.stop());

const withClient = async <T>(
  connection: pg.ClientConfig,
  use: (client: pg.Client) => Promise<T>,
): Promise<T> => {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    return await use(client);
  } finally {
    await client.end();
  }
};

const backup = async (): Promise<Buffer> => {
  const output = new PassThrough();
  const chunks: Buffer[] = [];
  output.on("data", (chunk: Buffer) => chunks.push(chunk));
  await withClient(faro.connection, (client) => dump(client, output, "test"));
  output.end();
  return Buffer.concat(chunks);
};

const contents = (connection: pg.ClientConfig) =>
  withClient(connection, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY 1",
    );
    const sums = rows.map(
      ({ name }) =>
        `SELECT '${name}' AS name, count(*) AS n, md5(string_agg(t::text, '|' ORDER BY t::text)) AS sum FROM ${name} t`,
    );
    return (await client.query(sums.join(" UNION ALL "))).rows;
  });

const inPieces = (bytes: Buffer) =>
  Readable.from(
    Array.from({ length: Math.ceil(bytes.length / 1000) }, (_, n) =>
      bytes.subarray(n * 1000, (n + 1) * 1000),
    ),
  );

describe("a backup", () => {
  test("restores every row unchanged", async () => {
    const bytes = await backup();
    const target = await createTestDatabase();
    await load(target, inPieces(bytes));
    expect(await contents(target)).toEqual(await contents(faro.connection));
  });

  test("that is truncated is rejected and leaves no rows", async () => {
    const bytes = await backup();
    const target = await createTestDatabase();
    await expect(load(target, inPieces(bytes.subarray(0, bytes.length - 4000)))).rejects.toThrow();
    expect((await contents(target)).every((table) => table.n === "0")).toBe(true);
  });

  test("is not loaded into a database that holds data", async () => {
    await expect(load(faro.connection, inPieces(await backup()))).rejects.toThrow("already holds data");
  });

  test.each(["", "hello", '-- faro backup {"format":9}\n', "-- faro backup {\n", "COPY x FROM stdin;\n"])(
    "rejects a file that is not a backup: %j",
    async (text) => {
      await expect(load(await createTestDatabase(), Readable.from([Buffer.from(text)]))).rejects.toThrow(
        "not a backup that this Faro can read",
      );
    },
  );

  test.each([
    ["a newer Faro", 9_999_999_999_999, "by a newer Faro than this one"],
    ["Faro 0.1", 1_794_929_764_345, "by Faro 0.1, whose data this version does not take over"],
  ])("of %s is rejected in one sentence and leaves no rows", async (_, migration, sentence) => {
    const text = (await backup()).toString().replace(/"migration":\d+/, `"migration":${migration}`);
    const target = await createTestDatabase();
    const error = await load(target, Readable.from([Buffer.from(text)])).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(StartError);
    expect((error as StartError).message).toContain(sentence);
    expect((await contents(target)).every((table) => table.n === "0")).toBe(true);
  });

  test("executes no statement other than COPY into a table", async () => {
    const head = (await backup()).toString().split("\n")[0];
    const evil = Readable.from([Buffer.from(`${head}\nDROP TABLE users;\n`)]);
    await expect(load(await createTestDatabase(), evil)).rejects.toThrow("not a table of rows");
  });
});

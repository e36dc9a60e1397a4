import { execFile } from "node:child_process";
import { cpSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { afterTables, beforeTables } from "#server/db/functions/functions.ts";
import { migrate } from "#server/db/migrate.ts";
import { StartError } from "#server/start-error.ts";
import { readCatalog } from "./catalog.ts";
import { createEmptyDatabase, createTestDatabase } from "./database.ts";
import { isDeep } from "./deep.ts";
import { project, temporaryDir } from "./process.ts";

const databaseFolder = "src/server/db";
const bin = join(project, "node_modules/.bin");
const env = { ...process.env, PATH: `${bin}:${process.env.PATH}` };
const runProgram = (cwd: string, command: string, ...args: string[]) =>
  promisify(execFile)(command, args, { cwd, env, maxBuffer: 2 ** 26 });

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

const readSources = (paths: readonly string[]): string[] =>
  paths.map((path) => readFileSync(join(project, databaseFolder, "functions", path), "utf8"));

const migratedCatalog = async (): Promise<string[]> => {
  const connection = await createEmptyDatabase("migrated_for_catalog");
  await migrate(connection);
  return withClient(connection, readCatalog);
};

describe("migrations", () => {
  test("three concurrent processes migrate an empty database once", async () => {
    const connection = await createEmptyDatabase("migrated_twice");
    await Promise.all([migrate(connection), migrate(connection), migrate(connection)]);
    const { rows } = await withClient(connection, (client) =>
      client.query("SELECT count(*)::int AS n FROM faro_migrations.applied"),
    );
    const files = readdirSync(join(project, databaseFolder, "migrations"));
    expect(rows[0].n).toBe(files.filter((name) => name.endsWith(".sql")).length);
  });

  test("endpoints of channels lose their mapping, and what they had recorded stays readable", async () => {
    const folder = join(project, databaseFolder, "migrations");
    const migration = readdirSync(folder)
      .filter((name) => name.endsWith(".sql"))
      .map((name) => readFileSync(join(folder, name), "utf8"))
      .find((text) => text.includes("inbound:sms"));
    const rows = await withClient(await createTestDatabase(), async (client) => {
      await client.query("ALTER TABLE endpoints DROP COLUMN channel");
      await client.query(`
        WITH person AS (INSERT INTO people (phone) VALUES ('+17875550100') RETURNING id),
        endpoint AS (
          INSERT INTO endpoints (name, type, pull_state, mapping_template) VALUES
            ('Inbound SMS', 'webhook', '{"system": "inbound:sms"}', '{"person": {"phone": "from"}, "event": {}}'),
            ('Facebook Lead Ads', 'webhook', '{"system": "inbound:facebook"}', '{"person": {}, "event": {}}')
          RETURNING id, name),
        event AS (
          INSERT INTO events (endpoint_id, event_type, raw_data, validation_status)
          SELECT id, 'sms_received', '{"channel": "sms", "from": "+17875550100", "text": "Hola"}', 'received'
            FROM endpoint WHERE name = 'Inbound SMS' RETURNING id)
        INSERT INTO messages (id, person_id, at, direction, channel, text)
        SELECT event.id, person.id, now(), 'in', 'sms', 'Hola' FROM event, person`);
      await client.query(migration ?? "");
      return (
        await client.query(`
          SELECT n.name, n.channel, n.mapping_template IS NOT NULL AS mapped, e.validation_status AS status,
                 e.processed_data #>> '{event,message}' AS message, p.phone
            FROM endpoints n LEFT JOIN events e ON e.endpoint_id = n.id LEFT JOIN people p ON p.id = e.person_id
           ORDER BY n.name`)
      ).rows;
    });
    const none = { status: null, message: null, phone: null };
    expect(rows).toEqual([
      { name: "Facebook Lead Ads", channel: null, mapped: true, ...none },
      {
        name: "Inbound SMS",
        channel: "sms",
        mapped: false,
        status: "valid",
        message: "Hola",
        phone: "+17875550100",
      },
    ]);
  });

  test.each([
    [
      "is newer than the code",
      "INSERT INTO faro_migrations.applied VALUES (9999999999999, 'x')",
      "newer Faro",
    ],
    [
      "was made by 0.1",
      "DELETE FROM faro_migrations.applied; INSERT INTO faro_migrations.applied VALUES (1784109158000, 'x'), (1794929764345, 'y')",
      "made by Faro 0.1, whose data this version does not take over: export the people",
    ],
  ])("reject a database that %s, in one sentence", async (_, statements, sentence) => {
    const connection = await createTestDatabase();
    await withClient(connection, (client) => client.query(statements));
    const error = await migrate(connection).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(StartError);
    expect((error as StartError).message).toContain(sentence);
  });
});

test("a database whose tables were made without a record of migrations is rejected in one sentence", async () => {
  const connection = await createEmptyDatabase("made_before_the_record");
  await withClient(connection, (client) =>
    client.query(
      `CREATE FUNCTION uuid_v7() RETURNS uuid LANGUAGE sql AS 'SELECT gen_random_uuid()';
       CREATE TABLE users (id uuid PRIMARY KEY DEFAULT uuid_v7(), email text)`,
    ),
  );
  const error = await migrate(connection).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(StartError);
  expect((error as StartError).message).toMatch(
    /^The database holds tables .*export the people .* import them\.$/,
  );
});

describe("schema and SQL sources", { timeout: 180_000 }, () => {
  let migrated: string[];
  beforeAll(async () => {
    migrated = await migratedCatalog();
  });

  test("make exactly the database that the migrations make, also when the sources are applied again", async () => {
    const { stdout: tables } = await runProgram(project, "drizzle-kit", "export");
    const [before, after] = [readSources(beforeTables), readSources(afterTables)];
    const connection = await createEmptyDatabase("made_of_sources");
    await withClient(connection, async (client) => {
      await client.query("SET search_path = public, pg_catalog");
      for (const text of [...before, tables, ...after]) await client.query(text);
      await client.query("RESET search_path");
      expect(await readCatalog(client)).toEqual(migrated);
      for (const text of [...before, ...after]) await client.query(text);
      expect(await readCatalog(client)).toEqual(migrated);
    });
  });

  test("are all in the list, one function to a file of its name", () => {
    const folder = join(project, databaseFolder, "functions");
    const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((path) =>
      path.endsWith(".sql"),
    );
    expect([...beforeTables, ...afterTables].toSorted()).toEqual(files.toSorted());
    const misnamed = files.filter((path) => {
      const made = [...(readSources([path])[0] ?? "").matchAll(/^CREATE OR REPLACE FUNCTION (\w+)/gm)];
      const name = path
        .replace(/^.*\//, "")
        .replace(/\.sql$/, "")
        .replaceAll("-", "_");
      return made.length > 1 || made.some((match) => match[1] !== name);
    });
    expect(misnamed).toEqual([]);
    const functions = migrated.filter((line) => line.startsWith("CREATE OR REPLACE FUNCTION"));
    expect(functions).toHaveLength(
      files.length - ["trigrams", "unread-events", "storage", "rate-limits"].length,
    );
  });
});

describe.runIf(isDeep)("npm run db:new", { timeout: 180_000 }, () => {
  let dir: Awaited<ReturnType<typeof temporaryDir>>;
  const path = (...parts: string[]) => join(dir.path, databaseFolder, ...parts);
  beforeAll(async () => {
    dir = await temporaryDir();
    await mkdir(path(".."), { recursive: true });
    for (const name of ["package.json", "drizzle.config.ts", databaseFolder])
      cpSync(join(project, name), join(dir.path, name), { recursive: true });
    for (const name of ["node_modules", "src/domain", "bin"])
      symlinkSync(join(project, name), join(dir.path, name));
  });
  afterAll(() => dir.remove());

  const makeMigration = (name: string) =>
    runProgram(
      dir.path,
      process.execPath,
      "--disable-warning=ExperimentalWarning",
      "bin/new-migration.mjs",
      name,
    );
  const change = (file: string, from: string, to: string) => {
    const text = readFileSync(file, "utf8");
    expect(text).toContain(from);
    writeFileSync(file, text.replace(from, to));
  };
  const readMigration = (name: string): string => {
    const file = readdirSync(path("migrations")).find((entry) => entry.endsWith(`_${name}.sql`));
    return readFileSync(path("migrations", file ?? name), "utf8");
  };
  const listSnapshots = () =>
    readdirSync(path("migrations/meta")).filter((name) => name.endsWith("_snapshot.json"));

  test("makes nothing where nothing has changed", async () => {
    const before = readdirSync(path("migrations"));
    await expect(makeMigration("nothing")).rejects.toThrow("Nothing has changed.");
    expect(readdirSync(path("migrations"))).toEqual(before);
  });

  test("writes changed tables and changed functions, each once, and keeps the last snapshot only", async () => {
    change(
      path("schema/people.ts"),
      'pgTable(\n  "people",\n  {',
      'pgTable(\n  "people",\n  {\n    nickname: text("nickname"),',
    );
    change(path("functions/people/stage-rank.sql"), "WHEN 'converted' THEN 3", "WHEN 'converted' THEN 30");
    change(
      path("functions/values/fold-text.sql"),
      "'aaaaaaeeeeiiiiooooouuuunc'",
      "'AAAAAAEEEEIIIIOOOOOUUUUNC'",
    );
    await makeMigration("nicknames");
    const text = readMigration("nicknames");
    expect(text.match(/^(CREATE|ALTER) .*?(FUNCTION \w+|COLUMN "\w+")/gm)).toEqual([
      "CREATE OR REPLACE FUNCTION fold_text",
      'ALTER TABLE "people" ADD COLUMN "nickname"',
      "CREATE OR REPLACE FUNCTION stage_rank",
    ]);
    expect(listSnapshots()).toHaveLength(1);
    const connection = await createTestDatabase();
    const rank = await withClient(connection, async (client) => {
      await client.query(text);
      return (await client.query("SELECT stage_rank('converted') AS rank, fold_text('ñ') AS folded")).rows;
    });
    expect(rank).toEqual([{ rank: 30, folded: "N" }]);

    change(path("functions/people/stage-rank.sql"), "WHEN 'converted' THEN 30", "WHEN 'converted' THEN 31");
    await makeMigration("stage-ranks");
    expect(readMigration("stage-ranks")).toBe(readFileSync(path("functions/people/stage-rank.sql"), "utf8"));
    expect(listSnapshots()).toHaveLength(1);
  });
});

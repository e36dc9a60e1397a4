import { once } from "node:events";
import type { Readable, Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { StringDecoder } from "node:string_decoder";
import pg from "pg";
import { from as copyFrom, to as copyTo } from "pg-copy-streams";
import * as z from "zod";
import { StartError } from "#server/start-error.ts";
import { appliedMigrations, migrateTo, requireKnownRelease } from "./migrate.ts";

const header = z.object({ faro: z.string(), format: z.literal(1), at: z.string(), migration: z.number() });
const headerPrefix = "-- faro backup ";

/** The tables of the public schema, each after the tables that its foreign keys refer to. */
const listTables = async (client: pg.ClientBase): Promise<string[]> => {
  const { rows: tables } = await client.query<{ name: string }>(
    "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY 1",
  );
  const { rows: foreignKeys } = await client.query<{ child: string; parent: string }>(
    `SELECT c.relname AS child, p.relname AS parent FROM pg_constraint k
       JOIN pg_class c ON c.oid = k.conrelid JOIN pg_class p ON p.oid = k.confrelid
      WHERE k.contype = 'f' AND c.oid <> p.oid AND k.connamespace = 'public'::regnamespace`,
  );
  const ordered: string[] = [];
  const add = (name: string): void => {
    if (ordered.includes(name)) return;
    for (const { child, parent } of foreignKeys) if (child === name) add(parent);
    ordered.push(name);
  };
  for (const { name } of tables) add(name);
  return ordered;
};

const listColumns = async (client: pg.ClientBase, schema: string, table: string): Promise<string> => {
  const { rows } = await client.query<{ name: string }>(
    `SELECT column_name AS name FROM information_schema.columns
      WHERE table_schema = $1 AND table_name = $2 AND is_generated = 'NEVER' ORDER BY ordinal_position`,
    [schema, table],
  );
  return rows.map(({ name }) => pg.escapeIdentifier(name)).join(", ");
};

/** How many rows each table of a backup has, by its name with its schema, quoted for SQL. */
export type RowCounts = Map<string, number>;

/** Writes all rows of one snapshot in the format of psql. The product may run meanwhile. */
export const dump = async (client: pg.ClientBase, output: Writable, version: string): Promise<RowCounts> => {
  await client.query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
  try {
    const migration = (await appliedMigrations(client)).at(-1) ?? 0;
    const head = { faro: version, format: 1, at: new Date().toISOString(), migration };
    await writeText(output, `${headerPrefix}${JSON.stringify(head)}\n`);
    const counts: RowCounts = new Map();
    const copy = async (schema: string, table: string, where: string): Promise<void> => {
      const name = `${schema}.${pg.escapeIdentifier(table)}`;
      counts.set(name, await copyOut(client, output, { schema, table, name }, where));
    };
    for (const table of await listTables(client)) await copy("public", table, "");
    await copy("pgboss", "job", "WHERE state < 'completed'");
    return counts;
  } finally {
    await client.query("ROLLBACK");
  }
};

const writeText = async (output: Writable, text: string | Buffer): Promise<void> => {
  if (!output.write(text)) await once(output, "drain");
};

const lineFeed = 10;

/** Every row ends with a line feed, and those inside of values are escaped. */
const countLines = (chunk: Buffer): number => {
  let lines = 0;
  for (let at = chunk.indexOf(lineFeed); at >= 0; at = chunk.indexOf(lineFeed, at + 1)) lines++;
  return lines;
};

const copyOut = async (
  client: pg.ClientBase,
  output: Writable,
  { schema, table, name }: { schema: string; table: string; name: string },
  where: string,
): Promise<number> => {
  const columns = await listColumns(client, schema, table);
  let count = 0;
  await writeText(output, `COPY ${name} (${columns}) FROM stdin;\n`);
  const rows = client.query(copyTo(`COPY (SELECT ${columns} FROM ONLY ${name} ${where}) TO STDOUT`));
  for await (const chunk of rows as AsyncIterable<Buffer>) {
    count += countLines(chunk);
    await writeText(output, chunk);
  }
  await writeText(output, "\\.\n");
  return count;
};

/**
 * Restores a backup into an empty database. The schema is migrated to the state of the backup; the caller migrates it
 * further after the rows are loaded. All rows are loaded in one transaction.
 */
export const load = async (connection: pg.ClientConfig, input: Readable): Promise<number> => {
  const lines = readLines(input);
  const head = readHeader((await lines.next()).value);
  const client = new pg.Client(connection);
  client.on("error", () => {});
  await client.connect();
  let tables = 0;
  try {
    requireKnownRelease([head.migration], {
      newer: "The backup was made by a newer Faro than this one; restore it with the newer version.",
      older:
        "The backup was made by Faro 0.1, whose data this version does not take over: restore it with that version, export the people there, and import them here.",
    });
    await migrateTo(client, head.migration);
    await requireEmptyDatabase(client);
    await client.query("BEGIN");
    // The counters come with the backup; rows must not be counted a second time.
    await client.query("SET LOCAL faro.restoring = 'on'");
    for (let line = await lines.next(); !line.done; line = await lines.next()) {
      if (!line.value) continue;
      const target = copyStatement(line.value);
      await pipeline(readRows(lines), client.query(copyFrom(target)));
      tables += 1;
    }
    await continueSequences(client);
    await client.query("COMMIT");
  } finally {
    await client.end();
  }
  return tables;
};

/** New rows are numbered after those of the backup. */
const continueSequences = async (client: pg.ClientBase): Promise<void> => {
  const { rows } = await client.query<{ table: string; column: string }>(
    `SELECT table_name AS table, column_name AS column FROM information_schema.columns
      WHERE table_schema = 'public' AND is_identity = 'YES'`,
  );
  for (const { table, column } of rows) {
    const name = `public.${pg.escapeIdentifier(table)}`;
    await client.query(
      `SELECT setval(pg_get_serial_sequence($1, $2), coalesce(max(${pg.escapeIdentifier(column)}), 0) + 1, false) FROM ${name}`,
      [name, column],
    );
  }
};

/** Splits at line feeds only, because readline also splits at characters that rows may contain. */
async function* readLines(input: Readable): AsyncGenerator<string, undefined> {
  const decoder = new StringDecoder();
  let rest = "";
  for await (const chunk of input) {
    const lines = (rest + decoder.write(chunk)).split("\n");
    rest = lines.pop() ?? "";
    yield* lines;
  }
  if (rest) yield rest;
}

/** The rows of one table, up to its end marker. */
async function* readRows(lines: AsyncGenerator<string, undefined>): AsyncGenerator<string> {
  for (let row = await lines.next(); row.value !== "\\."; row = await lines.next()) {
    if (row.done) throw new StartError("The backup ends in the middle; it is not complete.");
    yield `${row.value}\n`;
  }
}

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};

const readHeader = (line: unknown): z.infer<typeof header> => {
  const text =
    typeof line === "string" && line.startsWith(headerPrefix) ? line.slice(headerPrefix.length) : "null";
  const parsed = header.safeParse(parseJson(text));
  if (!parsed.success) throw new StartError("This file is not a backup that this Faro can read.");
  return parsed.data;
};

/** Accepts only the COPY statement that backups contain, so that a foreign file cannot run SQL. */
const copyStatement = (line: string): string => {
  const match = /^COPY (public|pgboss)\.("[^"]+") \(((?:"[^"]+"(?:, )?)+)\) FROM stdin;$/.exec(line);
  if (!match) throw new StartError("The backup holds something that is not a table of rows.");
  return `COPY ${match[1]}.${match[2]} (${match[3]}) FROM STDIN`;
};

const requireEmptyDatabase = async (client: pg.ClientBase): Promise<void> => {
  const { rows } = await client.query<{ filled: boolean }>(
    "SELECT EXISTS (SELECT 1 FROM users) OR EXISTS (SELECT 1 FROM audit_logs) AS filled",
  );
  if (rows[0]?.filled) throw new StartError("The database already holds data; restore into an empty one.");
};

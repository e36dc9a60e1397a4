import { join } from "node:path";
import { type MigrationMeta, readMigrationFiles } from "drizzle-orm/migrator";
import pg from "pg";
import { StartError } from "#server/start-error.ts";

const migrationsFolder = join(import.meta.dirname, "migrations");

/**
 * Applies missing migrations, one process at a time. Fails when the database is newer than this release.
 * `beforeUpdate` runs before the first migration of a database that has a schema already, and not otherwise.
 */
export const migrate = async (
  connection: pg.ClientConfig,
  beforeUpdate: (client: pg.Client) => Promise<void> = async () => {},
): Promise<void> => {
  // Migrations have no time limit.
  const client = new pg.Client({ ...connection, statement_timeout: 0, query_timeout: 0 });
  client.on("error", () => {});
  await client.connect();
  try {
    await migrateTo(client, Number.POSITIVE_INFINITY, beforeUpdate);
  } finally {
    await client.end();
  }
};

/** Applies migrations up to and including `last`, for a backup that is loaded into the schema of its time. */
export const migrateTo = async (
  client: pg.Client,
  last: number,
  beforeUpdate: (client: pg.Client) => Promise<void> = async () => {},
): Promise<void> => {
  // A session lock, which ends with the connection of a process that dies.
  await client.query("SELECT pg_advisory_lock(hashtextextended('faro migrations', 0))");
  try {
    const migrations = readMigrationFiles({ migrationsFolder });
    const applied = await appliedMigrations(client);
    requireKnownRelease(applied, {
      newer:
        "The database was made by a newer Faro than this one; start the newer version, or restore an older backup.",
      older:
        "The database was made by Faro 0.1, whose data this version does not take over: export the people with that version, start this one with another FARO_DATA_DIR or an empty database, and import them.",
    });
    if (applied.length === 0) await requireNoTables(client);
    const missing = migrations.filter(
      ({ folderMillis }) => folderMillis <= last && !applied.includes(folderMillis),
    );
    if (applied.length > 0 && missing.length > 0) await beforeUpdate(client);
    for (const migration of missing) await apply(client, migration);
  } finally {
    await client.query("SELECT pg_advisory_unlock(hashtextextended('faro migrations', 0))");
  }
};

/** The first Faro kept its migrations elsewhere, and a database of another program must not be mixed with ours. */
const requireNoTables = async (client: pg.Client): Promise<void> => {
  const { rows } = await client.query<{ has: boolean }>(
    "SELECT EXISTS (SELECT FROM pg_tables WHERE schemaname = 'public' AND tablename IN ('users', 'people', 'sessions')) AS has",
  );
  if (rows[0]?.has)
    throw new StartError(
      "The database holds tables that this Faro did not make: if an older version did, export the people with it, start this one with another FARO_DATA_DIR or an empty database, and import them.",
    );
};

/** Rejects the migrations of a database or backup that end after those of this release, or begin before them. */
export const requireKnownRelease = (
  applied: readonly number[],
  messages: { newer: string; older: string },
): void => {
  const [first, last] = [applied[0], applied.at(-1)];
  if (first === undefined || last === undefined) return;
  const known = readMigrationFiles({ migrationsFolder }).map(({ folderMillis }) => folderMillis);
  if (last > Math.max(...known)) throw new StartError(messages.newer);
  if (first < Math.min(...known)) throw new StartError(messages.older);
};

/** The creation times of the applied migrations, oldest first. */
export const appliedMigrations = async (client: pg.ClientBase): Promise<number[]> => {
  const { rows: tables } = await client.query("SELECT to_regclass('faro_migrations.applied') AS name");
  if (!tables[0]?.name) return [];
  const { rows } = await client.query<{ made_at: string }>(
    "SELECT made_at FROM faro_migrations.applied ORDER BY 1",
  );
  return rows.map((row) => Number(row.made_at));
};

const apply = async (client: pg.Client, migration: MigrationMeta): Promise<void> => {
  await client.query("BEGIN");
  try {
    await client.query(`CREATE SCHEMA IF NOT EXISTS faro_migrations`);
    await client.query(
      `CREATE TABLE IF NOT EXISTS faro_migrations.applied (made_at bigint PRIMARY KEY, hash text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())`,
    );
    // Defaults of columns are bound to functions/values/now.sql.
    await client.query("SET LOCAL search_path = public, pg_catalog");
    for (const statement of migration.sql) await client.query(statement);
    await client.query("INSERT INTO faro_migrations.applied (made_at, hash) VALUES ($1, $2)", [
      migration.folderMillis,
      migration.hash,
    ]);
    await client.query("COMMIT");
  } catch (error) {
    await client.query("ROLLBACK");
    throw error;
  }
};

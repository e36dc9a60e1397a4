import { join } from "node:path";
import { type MigrationMeta, readMigrationFiles } from "drizzle-orm/migrator";
import pg from "pg";
import { StartError } from "#server/start-error.ts";

const migrationsFolder = join(import.meta.dirname, "migrations");

/** Forward only, one process at a time; a database that is ahead of this code is left alone. */
export const migrate = async (connection: pg.ClientConfig): Promise<void> => {
  // A migration may take as long as it needs.
  const client = new pg.Client({ ...connection, statement_timeout: 0, query_timeout: 0 });
  client.on("error", () => {});
  await client.connect();
  try {
    await migrateTo(client, Number.POSITIVE_INFINITY);
  } finally {
    await client.end();
  }
};

/** As `migrate`, up to and with the migration of that time: a backup is loaded into the tables of its day. */
export const migrateTo = async (client: pg.Client, last: number): Promise<void> => {
  // Held by the session, so that a process that dies lets go of it.
  await client.query("SELECT pg_advisory_lock(hashtextextended('faro migrations', 0))");
  try {
    const ours = readMigrationFiles({ migrationsFolder });
    const applied = await appliedMigrations(client);
    if ((applied.at(-1) ?? 0) > (ours.at(-1)?.folderMillis ?? 0)) {
      throw new StartError(
        "The database was made by a newer Faro than this one; start the newer version, or restore an older backup.",
      );
    }
    for (const migration of ours) {
      if (migration.folderMillis <= last && !applied.includes(migration.folderMillis))
        await apply(client, migration);
    }
  } finally {
    await client.query("SELECT pg_advisory_unlock(hashtextextended('faro migrations', 0))");
  }
};

export const newestMigration = (): number =>
  readMigrationFiles({ migrationsFolder }).at(-1)?.folderMillis ?? 0;

/** The times of the migrations this database has had, oldest first. */
export const appliedMigrations = async (client: pg.ClientBase): Promise<number[]> => {
  const { rows: found } = await client.query("SELECT to_regclass('faro_migrations.applied') AS name");
  if (!found[0]?.name) return [];
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

import { join } from "node:path";
import { readMigrationFiles } from "drizzle-orm/migrator";
import { drizzle } from "drizzle-orm/node-postgres";
import { migrate as applyMigrations } from "drizzle-orm/node-postgres/migrator";
import pg from "pg";
import { StartError } from "#server/start-error.ts";

const migrationsFolder = join(import.meta.dirname, "migrations");

/** Forward only, one process at a time; a database that is ahead of this code is left alone. */
export const migrate = async (connection: pg.ClientConfig): Promise<void> => {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    await client.query("SELECT pg_advisory_lock(hashtextextended('faro migrations', 0))");
    await refuseNewer(client);
    await applyMigrations(drizzle(client), { migrationsFolder });
  } finally {
    await client.end();
  }
};

const refuseNewer = async (client: pg.Client): Promise<void> => {
  const { rows } = await client.query<{ name: string | null }>(
    "SELECT to_regclass('drizzle.__drizzle_migrations')::text AS name",
  );
  if (!rows[0]?.name) return;
  const applied = await client.query<{ hash: string; created_at: string }>(
    "SELECT hash, created_at FROM drizzle.__drizzle_migrations ORDER BY created_at DESC LIMIT 1",
  );
  const newest = readMigrationFiles({ migrationsFolder }).at(-1);
  if (newest && Number(applied.rows[0]?.created_at ?? 0) > newest.folderMillis) {
    throw new StartError(
      "The database was made by a newer Faro than this one; start the newer version, or restore an older backup.",
    );
  }
};

import { createHash } from "node:crypto";
import { statfs } from "node:fs/promises";
import { pipeline, Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import pg from "pg";
import { load, type RowCounts } from "#server/db/backup.ts";
import { StartError } from "#server/start-error.ts";
import { decryptBackup } from "#server/vault/backup-cipher.ts";
import type { Keyring } from "#server/vault/keyring.ts";
import { BackupError } from "./backup-error.ts";

export type ScratchOptions = {
  /** A connection that is not in a transaction. */
  client: pg.Client;
  connection: pg.ClientConfig;
  keyring: Keyring;
  /** The directory on whose disk the database is, where it is on this machine. */
  databaseDir: string | undefined;
  /** Prepares an empty database for the pending jobs of a backup. */
  createJobTables: (connection: pg.ClientConfig) => Promise<void>;
};

/** The same server and account, another database. */
export const connectionTo = (connection: pg.ClientConfig, database: string): pg.ClientConfig =>
  connection.connectionString === undefined
    ? { ...connection, database }
    : {
        ...connection,
        connectionString: connection.connectionString.replace(
          /^(postgres(?:ql)?:\/\/[^/?#]*)(?:\/[^?#]*)?/,
          `$1/${encodeURIComponent(database)}`,
        ),
      };

const one = async <T>(client: pg.Client, text: string): Promise<T> => (await client.query(text)).rows[0] as T;

/** A restored copy needs about as much space as the database, and must leave some to work with. */
const requireSpace = async (client: pg.Client, databaseDir: string | undefined): Promise<void> => {
  if (databaseDir === undefined) return;
  const { bytes } = await one<{ bytes: string }>(
    client,
    "SELECT pg_database_size(current_database()) AS bytes",
  );
  const { bavail, blocks, bsize } = await statfs(databaseDir);
  if ((bavail - blocks / 10) * bsize < Number(bytes)) throw new BackupError("no_space_to_verify");
};

const countRows = async (connection: pg.ClientConfig, tables: readonly string[]): Promise<RowCounts> => {
  const client = new pg.Client(connection);
  client.on("error", () => {});
  await client.connect();
  try {
    const counts: RowCounts = new Map();
    for (const table of tables) {
      const { count } = await one<{ count: string }>(client, `SELECT count(*) AS count FROM ONLY ${table}`);
      counts.set(table, Number(count));
    }
    return counts;
  } finally {
    await client.end();
  }
};

/**
 * Restores a backup into a database of its own and compares the rows of each table with those that were written.
 * Throws what is wrong.
 */
export const verifyBackup = async (
  source: AsyncIterable<Buffer>,
  written: RowCounts,
  { client, connection, keyring, databaseDir, createJobTables }: ScratchOptions,
): Promise<void> => {
  await requireSpace(client, databaseDir);
  const { name } = await one<{ name: string }>(client, "SELECT current_database() AS name");
  // One name for each database, so that what a process that died left behind is dropped by the next one.
  const scratch = `faro_verify_${createHash("sha256").update(name).digest("hex").slice(0, 12)}`;
  const drop = () => client.query(`DROP DATABASE IF EXISTS ${scratch} WITH (FORCE)`);
  const target = connectionTo(connection, scratch);
  await drop();
  try {
    await client.query(`CREATE DATABASE ${scratch} TEMPLATE template0`);
    await createJobTables(target);
    const rows = pipeline(Readable.from(source), decryptBackup(keyring), createGunzip(), () => {});
    await load(target, rows).catch((error: unknown) => {
      throw error instanceof StartError ? new BackupError("damaged", { cause: error }) : error;
    });
    const restored = await countRows(target, [...written.keys()]);
    for (const [table, count] of written)
      if (restored.get(table) !== count) throw new BackupError("counts_differ", { cause: table });
  } finally {
    await drop().catch(() => {});
  }
};

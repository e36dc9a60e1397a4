import { mkdir, readdir, rm, statfs } from "node:fs/promises";
import { join } from "node:path";
import type pg from "pg";
import { writeBackupFile } from "./backup-file.ts";
import { StartError } from "./start-error.ts";
import type { Keyring } from "./vault/keyring.ts";

const prefix = "before-update-";
/** Older ones are removed, because each holds all personal data of its day. */
const kept = 2;

/**
 * Backs up the database in the data directory before migrations change it, into `backups/` beside it. Without enough
 * space nothing is changed, and the start ends with what to do. Returns the path.
 */
export const backUpBeforeUpdate = async (
  client: pg.Client,
  dataDir: string,
  keyring: Keyring,
): Promise<string> => {
  const folder = join(dataDir, "backups");
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await requireSpace(client, folder);
  const at = new Date().toISOString().replaceAll(/[-:]|\.\d+/g, "");
  const path = join(folder, `${prefix}${at}.backup`);
  process.stdout.write(`Backing up the data to ${path} before the update …\n`);
  await writeBackupFile(client, path, keyring);
  await removeOlder(folder);
  return path;
};

/** Compressed and without indexes, a backup takes less than a quarter of the database; the database itself needs room as well. */
const requireSpace = async (client: pg.Client, folder: string): Promise<void> => {
  const { rows } = await client.query<{ bytes: string }>(
    "SELECT pg_database_size(current_database()) AS bytes",
  );
  const needed = Number(rows[0]?.bytes) / 2;
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize >= needed) return;
  throw new StartError(
    `The update first backs up the data to ${folder}, which needs ${Math.ceil(needed / 1e6)} MB, and ${Math.floor((bavail * bsize) / 1e6)} MB are free: free some space and start again. Nothing was changed.`,
  );
};

const removeOlder = async (folder: string): Promise<void> => {
  const names = (await readdir(folder)).filter((name) => name.startsWith(prefix) && name.endsWith(".backup"));
  for (const name of names.toSorted().slice(0, -kept)) await rm(join(folder, name));
};

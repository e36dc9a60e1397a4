import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type pg from "pg";

export const runningDatabaseFile = (dataDir: string): string => join(dataDir, "database.json");

/** Lets the commands (backup, verification) reach the embedded database while the product runs. */
export const announceDatabase = async (
  dataDir: string,
  connection: pg.ClientConfig,
): Promise<() => Promise<void>> => {
  const path = runningDatabaseFile(dataDir);
  await writeFile(path, JSON.stringify(connection), { mode: 0o600 });
  return () => rm(path, { force: true });
};

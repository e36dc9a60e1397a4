import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";

const databaseFile = (dataDir: string): string => join(dataDir, "database.json");

/** Lets the commands (backup, verification) connect to the embedded database while Faro runs. */
export const announceDatabase = async (
  dataDir: string,
  connection: pg.ClientConfig,
): Promise<() => Promise<void>> => {
  const path = databaseFile(dataDir);
  await writeFile(path, JSON.stringify(connection), { mode: 0o600 });
  return () => rm(path, { force: true });
};

/** The file may be stale, so the connection is tested. */
export const findRunningDatabase = async (dataDir: string): Promise<pg.ClientConfig | undefined> => {
  const text = await readFile(databaseFile(dataDir), "utf8").catch(() => undefined);
  if (text === undefined) return undefined;
  const connection = JSON.parse(text) as pg.ClientConfig;
  const client = new pg.Client(connection);
  try {
    await client.connect();
    await client.end();
    return connection;
  } catch {
    return undefined;
  }
};

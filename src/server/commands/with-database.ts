import { readFile } from "node:fs/promises";
import pg from "pg";
import { type Config, readConfig } from "#server/config.ts";
import { openDataDir } from "#server/data-dir.ts";
import { startEmbedded } from "#server/db/embedded/embedded.ts";
import { runningDatabaseFile } from "#server/running-database.ts";
import { StartError } from "#server/start-error.ts";
import { type Keyring, openKeyring } from "#server/vault/keyring.ts";

type Context = { config: Config; connection: pg.ClientConfig; keyring: Keyring };

/** Runs a command on the database of this configuration: given, already running, or started for the occasion. */
export const withDatabase = async (command: (context: Context) => Promise<void>): Promise<void> => {
  try {
    await using opened = new AsyncDisposableStack();
    const config = readConfig(process.env, true);
    const connection = await connect(config, opened);
    await command({ config, connection, keyring: await openKeyring(config.dataDir, config.secretKey) });
  } catch (error) {
    console.error(error instanceof StartError ? error.message : error);
    process.exitCode = 1;
  }
};

const connect = async (config: Config, opened: AsyncDisposableStack): Promise<pg.ClientConfig> => {
  if (config.databaseUrl) return { connectionString: config.databaseUrl };
  const running = await runningDatabase(config.dataDir);
  if (running) return running;
  const dataDir = await openDataDir(config.dataDir, console.error);
  opened.defer(dataDir.close);
  const postgres = await startEmbedded({ dataDir: dataDir.path, say: console.error });
  opened.defer(postgres.stop);
  return postgres.connection;
};

/** A Faro that runs on this data directory leaves word of its database; the word may outlive it. */
const runningDatabase = async (dataDir: string): Promise<pg.ClientConfig | undefined> => {
  const text = await readFile(runningDatabaseFile(dataDir), "utf8").catch(() => undefined);
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

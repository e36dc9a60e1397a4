import { readFile } from "node:fs/promises";
import pg from "pg";
import { createAuditRow, system } from "#server/audit/entry.ts";
import { type Config, readConfig } from "#server/config.ts";
import { createDataDir, openDataDir } from "#server/data-dir.ts";
import { startEmbedded } from "#server/db/embedded/embedded.ts";
import { runningDatabaseFile } from "#server/running-database.ts";
import { StartError } from "#server/start-error.ts";
import { type Keyring, openKeyring } from "#server/vault/keyring.ts";

type Context = {
  config: Config;
  connection: pg.ClientConfig;
  keyring: () => Promise<Keyring>;
  /** Leaves an entry in the audit log: what is done here, nobody signed in for. */
  note: (description: string) => Promise<void>;
};

const note = async (connection: pg.ClientConfig, description: string): Promise<void> => {
  const client = new pg.Client(connection);
  await client.connect();
  const entry = {
    eventType: "settings_update",
    entityType: "command",
    entityId: "command line",
    description,
  } as const;
  await client.query("SELECT audit_append($1)", [
    JSON.stringify([createAuditRow(entry, system, new Date())]),
  ]);
  await client.end();
};

/** Runs a command on the database of this configuration: given, already running, or started for the occasion. */
export const withDatabase = async (command: (context: Context) => Promise<void>): Promise<void> => {
  try {
    await using opened = new AsyncDisposableStack();
    const config = readConfig(process.env, true);
    const connection = await connect(config, opened);
    await createDataDir(config.dataDir);
    const keyring = () => openKeyring(config.dataDir, config.secretKey);
    await command({ config, connection, keyring, note: (description) => note(connection, description) });
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
  const postgres = await startEmbedded({ dataDir: dataDir.path, report: console.error });
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

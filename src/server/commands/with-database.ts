import pg from "pg";
import type { AuditDetails } from "#domain/audit/audit-details.ts";
import { createAuditRow, system } from "#server/audit/entry.ts";
import { type Config, readConfig } from "#server/config.ts";
import { createDataDir, openDataDir } from "#server/data-dir.ts";
import { startEmbedded } from "#server/db/embedded/embedded.ts";
import { printableError } from "#server/error-text.ts";
import { findRunningDatabase } from "#server/running-database.ts";
import { StartError } from "#server/start-error.ts";
import { type Keyring, openKeyring } from "#server/vault/keyring.ts";

type CommandContext = {
  config: Config;
  connection: pg.ClientConfig;
  keyring: () => Promise<Keyring>;
  /** Appends an audit entry: a command has no signed-in user, so nothing else records it. */
  recordAudit: (details: AuditDetails) => Promise<void>;
};

const recordAudit = async (connection: pg.ClientConfig, details: AuditDetails): Promise<void> => {
  const client = new pg.Client(connection);
  await client.connect();
  const entry = {
    eventType: "settings_update",
    entityType: "command",
    entityId: "command line",
    details,
  } as const;
  await client.query("SELECT audit_append($1)", [
    JSON.stringify([createAuditRow(entry, system, new Date())]),
  ]);
  await client.end();
};

/** Runs a command on the configured database, the running embedded one, or one started for this command. */
export const withDatabase = async (command: (context: CommandContext) => Promise<void>): Promise<void> => {
  try {
    await using resources = new AsyncDisposableStack();
    const config = readConfig(process.env, true);
    const connection = await connect(config, resources);
    await createDataDir(config.dataDir);
    const keyring = () => openKeyring(config.dataDir, config.secretKey);
    await command({
      config,
      connection,
      keyring,
      recordAudit: (details) => recordAudit(connection, details),
    });
  } catch (error) {
    console.error(error instanceof StartError ? error.message : printableError(error));
    process.exitCode = 1;
  }
};

const connect = async (config: Config, resources: AsyncDisposableStack): Promise<pg.ClientConfig> => {
  if (config.databaseUrl) return { connectionString: config.databaseUrl };
  const running = await findRunningDatabase(config.dataDir);
  if (running) return running;
  const dataDir = await openDataDir(config.dataDir, console.error);
  resources.defer(dataDir.close);
  const postgres = await startEmbedded({ dataDir: dataDir.path, report: console.error });
  resources.defer(postgres.stop);
  return postgres.connection;
};

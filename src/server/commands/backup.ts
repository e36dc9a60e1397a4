import { parseArgs } from "node:util";
import pg from "pg";
import { writeBackupFile } from "#server/backup-file.ts";
import { StartError } from "#server/start-error.ts";
import { hasMasterKey, type Keyring } from "#server/vault/keyring.ts";
import { sealingKeyId } from "#server/vault/vault.ts";
import { withDatabase } from "./with-database.ts";

const usage = "Name the backup file: npm run backup -- FILE [--plain]";

const readArguments = (): { path: string; isPlain: boolean } => {
  try {
    const { values, positionals } = parseArgs({
      options: { plain: { type: "boolean", default: false } },
      allowPositionals: true,
    });
    const [path, ...others] = positionals;
    if (path && others.length === 0) return { path, isPlain: values.plain };
  } catch {
    // An unknown option.
  }
  throw new StartError(usage);
};

const keyMissing =
  "The master key of this database is not available here: set FARO_DATA_DIR to the directory with its secret.key, or FARO_SECRET_KEY, or write an unencrypted backup with --plain.";

/** A backup that was encrypted with a key of another installation, or a new one, could be lost with that key. */
const requireOwnKey = async (client: pg.Client, keyring: Keyring): Promise<void> => {
  const { rows } = await client.query<{ sealed: string }>(
    "SELECT key_value AS sealed FROM api_keys WHERE key_value IS NOT NULL LIMIT 1",
  );
  const [row] = rows;
  if (row && !keyring.find(sealingKeyId(row.sealed))) throw new StartError(keyMissing);
};

await withDatabase(async ({ config, connection, recordAudit, ...context }) => {
  const { path, isPlain } = readArguments();
  if (!isPlain && !hasMasterKey(config.dataDir, config.secretKey)) throw new StartError(keyMissing);
  const keyring = isPlain ? undefined : await context.keyring();
  const client = new pg.Client(connection);
  client.on("error", () => {});
  await client.connect();
  try {
    if (keyring) await requireOwnKey(client, keyring);
    const tables = await writeBackupFile(client, path, keyring);
    await recordAudit({ kind: "backup_written", path, encrypted: !isPlain });
    console.log(`Wrote ${tables} tables to ${path}.`);
    console.log(
      keyring
        ? `It is encrypted with the master key ${keyring.current().id}. Keep that key (secret.key or FARO_SECRET_KEY) in another place: without it the backup cannot be restored.`
        : "It is not encrypted: whoever has the file can read the personal data in it. Stored secrets need the master key (secret.key or FARO_SECRET_KEY), so keep that too.",
    );
  } finally {
    await client.end();
  }
});

import { createWriteStream } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { PassThrough } from "node:stream";
import { pipeline } from "node:stream/promises";
import { parseArgs } from "node:util";
import { createGzip } from "node:zlib";
import pg from "pg";
import { dump } from "#server/db/backup.ts";
import { StartError } from "#server/start-error.ts";
import { encryptBackup } from "#server/vault/backup-cipher.ts";
import { version } from "#server/version.ts";
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

await withDatabase(async ({ connection, recordAudit, ...context }) => {
  const { path, isPlain } = readArguments();
  const keyring = await context.keyring();
  const client = new pg.Client(connection);
  client.on("error", () => {});
  await client.connect();
  const rows = new PassThrough();
  const temporary = `${path}.part`;
  try {
    const file = createWriteStream(temporary, { mode: 0o600, flush: true });
    const writing = isPlain
      ? pipeline(rows, createGzip(), file)
      : pipeline(rows, createGzip(), encryptBackup(keyring), file);
    const [tables] = await Promise.all([dump(client, rows, version).finally(() => rows.end()), writing]);
    await rename(temporary, path);
    await recordAudit(`Wrote ${isPlain ? "an unencrypted" : "an encrypted"} backup to ${path}`);
    console.log(`Wrote ${tables} tables to ${path}.`);
    console.log(
      isPlain
        ? "It is not encrypted: whoever has the file can read the personal data in it. Stored secrets need the master key (secret.key or FARO_SECRET_KEY), so keep that too."
        : `It is encrypted with the master key ${keyring.current().id}. Keep that key (secret.key or FARO_SECRET_KEY) in another place: without it the backup cannot be restored.`,
    );
  } finally {
    await rm(temporary, { force: true });
    await client.end();
  }
});

import { createWriteStream } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { PassThrough } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import pg from "pg";
import { dump } from "#server/db/backup.ts";
import { StartError } from "#server/start-error.ts";
import { version } from "#server/version.ts";
import { withDatabase } from "./with-database.ts";

await withDatabase(async ({ connection, recordAudit }) => {
  const path = process.argv[2];
  if (!path) throw new StartError("Name the backup file: npm run backup -- FILE.gz");
  const client = new pg.Client(connection);
  client.on("error", () => {});
  await client.connect();
  const rows = new PassThrough();
  const temporary = `${path}.part`;
  try {
    const writing = pipeline(rows, createGzip(), createWriteStream(temporary, { mode: 0o600, flush: true }));
    const [tables] = await Promise.all([dump(client, rows, version).finally(() => rows.end()), writing]);
    await rename(temporary, path);
    await recordAudit(`Wrote a backup to ${path}`);
    console.log(`Wrote ${tables} tables to ${path}.`);
    console.log(
      "Also back up the master key (secret.key or FARO_SECRET_KEY): without it, stored secrets cannot be read.",
    );
  } finally {
    await rm(temporary, { force: true });
    await client.end();
  }
});

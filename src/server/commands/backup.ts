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

await withDatabase(async ({ connection, note }) => {
  const path = process.argv[2];
  if (!path) throw new StartError("Say where the backup goes: npm run backup -- FILE.gz");
  const client = new pg.Client(connection);
  client.on("error", () => {});
  await client.connect();
  const rows = new PassThrough();
  const temporary = `${path}.part`;
  try {
    const written = pipeline(rows, createGzip(), createWriteStream(temporary, { mode: 0o600, flush: true }));
    const [tables] = await Promise.all([dump(client, rows, version).finally(() => rows.end()), written]);
    await rename(temporary, path);
    await note(`A backup was written to ${path}`);
    console.log(`${tables} tables were written to ${path}.`);
    console.log("Keep the master key (secret.key or FARO_SECRET_KEY) too: sealed secrets open only with it.");
  } finally {
    await rm(temporary, { force: true });
    await client.end();
  }
});

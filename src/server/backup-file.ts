import { createWriteStream } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { PassThrough } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import type pg from "pg";
import { dump } from "./db/backup.ts";
import { encryptBackup } from "./vault/backup-cipher.ts";
import type { Keyring } from "./vault/keyring.ts";
import { version } from "./version.ts";

/** Writes a backup, encrypted if there is a keyring. The file has its name only once it is complete. Returns how many tables it has. */
export const writeBackupFile = async (
  client: pg.ClientBase,
  path: string,
  keyring: Keyring | undefined,
): Promise<number> => {
  const rows = new PassThrough();
  const temporary = `${path}.part`;
  try {
    const file = createWriteStream(temporary, { mode: 0o600, flush: true });
    const writing = keyring
      ? pipeline(rows, createGzip(), encryptBackup(keyring), file)
      : pipeline(rows, createGzip(), file);
    const [counts] = await Promise.all([dump(client, rows, version).finally(() => rows.end()), writing]);
    await rename(temporary, path);
    return counts.size;
  } finally {
    await rm(temporary, { force: true });
  }
};

import { PassThrough, Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import type pg from "pg";
import { dump, type RowCounts } from "#server/db/backup.ts";
import { encryptBackup } from "#server/vault/backup-cipher.ts";
import type { Keyring } from "#server/vault/keyring.ts";
import { version } from "#server/version.ts";
import type { BackupTarget } from "./backup-target.ts";

type WrittenBackup = { bytes: number; counts: RowCounts };

/** Dumps the database, compressed and encrypted with the master key, to a target. */
export const writeBackup = async (
  client: pg.Client,
  keyring: Keyring,
  target: BackupTarget,
  name: string,
  onProgress: (bytes: number) => void,
): Promise<WrittenBackup> => {
  const rows = new PassThrough();
  const sealed = new PassThrough();
  const count = async function* (): AsyncGenerator<Buffer> {
    let bytes = 0;
    for await (const piece of sealed as AsyncIterable<Buffer>) {
      bytes += piece.length;
      onProgress(bytes);
      yield piece;
    }
  };
  const dumping = dump(client, rows, version).then(
    (counts) => {
      rows.end();
      return counts;
    },
    (error: Error) => {
      // What was written so far must not pass for a whole backup.
      rows.destroy(error);
      throw error;
    },
  );
  const [counts, , bytes] = await Promise.all([
    dumping,
    pipeline(rows, createGzip(), encryptBackup(keyring), sealed),
    target.write(name, Readable.from(count())).catch((error: Error) => {
      rows.destroy(error);
      throw error;
    }),
  ]);
  return { bytes, counts };
};

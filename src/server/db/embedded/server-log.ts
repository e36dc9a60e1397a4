import { constants } from "node:fs";
import { type FileHandle, open, rename, stat } from "node:fs/promises";
import type { Account } from "./permission.ts";

const LIMIT = 5 * 1024 * 1024;

/** At most one older log is kept. */
export const rotateLog = async (path: string): Promise<void> => {
  const size = await stat(path).then(
    (found) => found.size,
    () => 0,
  );
  if (size > LIMIT) await rename(path, `${path}.1`);
};

/** Opens the log to write after its end, and never through a link that somebody laid in its place. */
export const openLog = async (path: string, account: Account | undefined): Promise<FileHandle> => {
  const { O_APPEND, O_CREAT, O_RDWR, O_NOFOLLOW } = constants;
  const log = await open(path, O_APPEND | O_CREAT | O_RDWR | O_NOFOLLOW, 0o600);
  if (account) await log.chown(account.uid, account.gid);
  return log;
};

/** What was written since a position, at most its last part. */
export const readLogFrom = async (path: string, from: number): Promise<string> => {
  const log = await open(path, "r");
  try {
    const { size } = await log.stat();
    const start = Math.max(from, size - 16_384);
    const { buffer, bytesRead } = await log.read(
      Buffer.alloc(Math.max(0, size - start)),
      0,
      undefined,
      start,
    );
    return buffer.toString("utf8", 0, bytesRead);
  } finally {
    await log.close();
  }
};

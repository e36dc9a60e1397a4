import { createReadStream, createWriteStream } from "node:fs";
import { mkdir, open, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { BackupError, toBackupProblem } from "./backup-error.ts";
import type { BackupTarget } from "./backup-target.ts";

/** A rename is on the disk only once its folder is. */
const syncFolder = async (folder: string): Promise<void> => {
  const handle = await open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
};

/** Writes beside and renames, so that a file under its name is always whole. */
export const folderTarget = (folder: string): BackupTarget => {
  const path = (name: string) => join(folder, name);
  const partial = (name: string) => `${path(name)}.part`;
  const orProblem = (error: unknown): never => {
    throw new BackupError(toBackupProblem(error, "internal"), { cause: error });
  };
  return {
    write: async (name, source) => {
      try {
        await mkdir(folder, { recursive: true, mode: 0o700 });
        await pipeline(source, createWriteStream(partial(name), { mode: 0o600, flush: true }));
        await rename(partial(name), path(name));
        await syncFolder(folder);
        return (await stat(path(name))).size;
      } catch (error) {
        await rm(partial(name), { force: true }).catch(() => {});
        return orProblem(error);
      }
    },
    read: (name) => createReadStream(path(name)),
    remove: (name) => rm(path(name), { force: true }).catch(orProblem),
    discardUnfinished: (name) => rm(partial(name), { force: true }).catch(orProblem),
  };
};

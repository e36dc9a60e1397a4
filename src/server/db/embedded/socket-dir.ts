import { chmod, chown, lstat, mkdir, mkdtemp, rm, rmdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { type Account, canEnter } from "./permission.ts";
import { shortHash } from "./place.ts";

/** Only part of the socket's name: nothing listens on this port. */
export const PORT = 5432;
const SOCKET = `.s.PGSQL.${PORT}`;

/** The system cuts the path of a socket at 108 bytes, or 104. */
export const fits = (folder: string): boolean => Buffer.byteLength(join(folder, SOCKET)) < 100;

/** The folders that could hold the socket of a place, best first, without those whose path is too long. */
export const socketFolders = (place: string, temporary: string): string[] => {
  const short = `faro-${shortHash(place)}`;
  return [...new Set([join(place, "socket"), join(temporary, short), join("/tmp", short)])].filter(fits);
};

/** PostgreSQL reads a list of folders here; in double quotes a path may hold commas and spaces. */
export const quoteFolder = (folder: string): string => `"${folder.replaceAll('"', '""')}"`;

const ownedBy = async (folder: string, uid: number): Promise<boolean> => {
  const found = await lstat(folder);
  return found.isDirectory() && found.uid === uid;
};

/** A folder that only the server's user and root may enter. It is what guards the database, which asks no password. */
export const makeSocketDir = async (place: string, account: Account | undefined): Promise<string> => {
  const owner = account ?? { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 };
  const folders = socketFolders(place, tmpdir());
  for (const folder of folders) {
    if (!(await canEnter(dirname(folder), account).catch(() => false))) continue;
    const made = await mkdir(folder, { mode: 0o700 }).then(
      () => true,
      () => false,
    );
    if (made) await chown(folder, owner.uid, owner.gid);
    // In a shared folder somebody else may have taken the name before us.
    if (!(await ownedBy(folder, owner.uid).catch(() => false))) continue;
    await chmod(folder, 0o700);
    await Promise.all([SOCKET, `${SOCKET}.lock`].map((name) => rm(join(folder, name), { force: true })));
    return folder;
  }
  const folder = await mkdtemp("/tmp/faro-");
  await chown(folder, owner.uid, owner.gid);
  return folder;
};

/** Leaves no folder behind, unless something else lies in it. */
export const removeSocketDir = (folder: string): Promise<void> => rmdir(folder).catch(() => undefined);

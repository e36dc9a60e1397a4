import { createHash } from "node:crypto";
import {
  chmod,
  chown,
  lstat,
  mkdir,
  mkdtemp,
  readFile,
  rename,
  rm,
  rmdir,
  stat,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { StartError } from "#server/start-error.ts";
import { canEnterDirectory, canGrantToGroup, readPermissions, type SystemUser } from "./account.ts";

/** The state on disk that decides where the database lives. */
export type LocationState = {
  /** The candidate inside the data directory, and the one below the system directory. */
  internalDir: string;
  externalDir: string;
  /** The directory that postgres-location names, and the data directory it was created for. */
  recorded?: { dir: string; exists: boolean; createdFor: string | undefined; creatorStillUsesIt: boolean };
  internalHasCluster: boolean;
  dataDirAccessible: boolean;
};

export type LocationChoice =
  | { kind: "internal" | "external"; dir: string }
  | { kind: "rejected"; message: string };

/** An existing database is never ignored in favour of an empty one. */
export const chooseLocation = (state: LocationState): LocationChoice => {
  const { recorded, internalDir, externalDir } = state;
  if (recorded) {
    if (!recorded.exists) {
      return {
        kind: "rejected",
        message: `postgres-location in the data directory points to ${recorded.dir}, which does not exist: restore that directory, or delete postgres-location to start with an empty database.`,
      };
    }
    if (recorded.creatorStillUsesIt) {
      return {
        kind: "rejected",
        message: `This data directory is a copy of ${recorded.createdFor}, whose database is in ${recorded.dir}: delete postgres-location in the copy to start with an empty database.`,
      };
    }
    return { kind: "external", dir: recorded.dir };
  }
  if (state.dataDirAccessible) return { kind: "internal", dir: internalDir };
  if (state.internalHasCluster) {
    return {
      kind: "rejected",
      message: `The user that runs the database cannot enter ${internalDir}: open its parent directories (chmod o+x), or start Faro as the user who owns them.`,
    };
  }
  return { kind: "external", dir: externalDir };
};

export const shortHash = (text: string): string =>
  createHash("sha256").update(text).digest("hex").slice(0, 12);

const exists = (path: string): Promise<boolean> => stat(path).then(Boolean, () => false);
const readTrimmed = (path: string): Promise<string | undefined> =>
  readFile(path, "utf8").then(
    (text) => text.trim() || undefined,
    () => undefined,
  );

const LOCATION_FILE = "postgres-location";
// Beside the directory, not inside it: the server's user owns the inside and could redirect the write with a link.
const ownerFile = (dir: string): string => `${dir}.data-directory`;

const readLocationState = async (
  dataDir: string,
  systemDir: string,
  user: SystemUser | undefined,
): Promise<LocationState> => {
  const internalDir = join(dataDir, "postgres");
  const state = {
    internalDir,
    externalDir: join(systemDir, shortHash(dataDir)),
    internalHasCluster: await exists(join(internalDir, "cluster")),
    dataDirAccessible: await canEnterDirectory(dataDir, user),
  };
  const dir = await readTrimmed(join(dataDir, LOCATION_FILE));
  if (!dir) return state;
  const createdFor = await readTrimmed(ownerFile(dir));
  const creatorStillUsesIt =
    createdFor !== undefined &&
    createdFor !== dataDir &&
    (await readTrimmed(join(createdFor, LOCATION_FILE))) === dir;
  return { ...state, recorded: { dir, exists: await exists(dir), createdFor, creatorStillUsesIt } };
};

/** Finds or creates the directory of the database and gives it to the server's user. */
export const prepareDatabaseDir = async (options: {
  dataDir: string;
  systemDir: string;
  user: SystemUser | undefined;
  report: (line: string) => void;
}): Promise<string> => {
  const { dataDir, systemDir, user, report } = options;
  const permissions = await readPermissions(dataDir);
  if (
    user &&
    permissions.gid !== user.gid &&
    canGrantToGroup(permissions) &&
    !(await canEnterDirectory(dataDir, user))
  ) {
    await chown(dataDir, permissions.uid, user.gid);
    await chmod(dataDir, 0o710);
  }
  const state = await readLocationState(dataDir, systemDir, user);
  const choice = chooseLocation(state);
  if (choice.kind === "rejected") throw new StartError(choice.message);
  const { kind, dir } = choice;
  if (kind === "external" && !state.recorded && (await exists(join(dir, "cluster")))) {
    // It belonged to a deleted data directory with the same path: keep it, but do not use it.
    const renamed = `${dir}.${new Date().toISOString().replace(/\W/g, "")}`;
    await rename(dir, renamed);
    report(`The database of an earlier data directory was moved to ${renamed}.`);
  }
  if (kind === "external") await mkdir(systemDir, { recursive: true, mode: 0o755 });
  await mkdir(dir, { recursive: true, mode: 0o700 });
  if (user) await chown(dir, user.uid, user.gid);
  if (kind === "external") {
    await writeFile(ownerFile(dir), `${dataDir}\n`);
    await writeFile(join(dataDir, LOCATION_FILE), `${dir}\n`);
    if (!state.recorded)
      report(`The user that runs the database cannot enter ${dataDir}, so the database is stored in ${dir}.`);
  }
  return dir;
};

/** The non-root owner of the existing cluster, or else of the data directory. */
export const findCurrentOwner = async (
  dataDir: string,
): Promise<(SystemUser & { hasCluster: boolean }) | undefined> => {
  const dir = (await readTrimmed(join(dataDir, LOCATION_FILE))) ?? join(dataDir, "postgres");
  const cluster = await readPermissions(join(dir, "cluster")).catch(() => undefined);
  const { uid, gid } = cluster ?? (await readPermissions(dataDir));
  return uid === 0 ? undefined : { uid, gid, hasCluster: cluster !== undefined };
};

/** Only part of the socket's file name: the server does not listen on TCP. */
export const SOCKET_PORT = 5432;
const SOCKET_NAME = `.s.PGSQL.${SOCKET_PORT}`;

/** The system limits a socket path to 108 bytes (Linux) or 104 bytes (macOS). */
export const fitsSocketPath = (directory: string): boolean =>
  Buffer.byteLength(join(directory, SOCKET_NAME)) < 100;

/** Candidate directories for the socket, best first. */
export const socketDirCandidates = (databaseDir: string, temporaryDir: string): string[] => {
  const name = `faro-${shortHash(databaseDir)}`;
  const candidates = [join(databaseDir, "socket"), join(temporaryDir, name), join("/tmp", name)];
  return [...new Set(candidates)].filter(fitsSocketPath);
};

const isOwnedBy = async (directory: string, uid: number): Promise<boolean> => {
  const stats = await lstat(directory);
  return stats.isDirectory() && stats.uid === uid;
};

/** Only the server's user and root may enter this directory: it protects the database, which has no password. */
export const createSocketDir = async (databaseDir: string, user: SystemUser | undefined): Promise<string> => {
  const owner = user ?? { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 };
  for (const directory of socketDirCandidates(databaseDir, tmpdir())) {
    if (!(await canEnterDirectory(dirname(directory), user).catch(() => false))) continue;
    const created = await mkdir(directory, { mode: 0o700 }).then(
      () => true,
      () => false,
    );
    if (created) await chown(directory, owner.uid, owner.gid);
    // In a shared directory another user may already have created the name.
    if (!(await isOwnedBy(directory, owner.uid).catch(() => false))) continue;
    await chmod(directory, 0o700);
    await Promise.all(
      [SOCKET_NAME, `${SOCKET_NAME}.lock`].map((name) => rm(join(directory, name), { force: true })),
    );
    return directory;
  }
  const directory = await mkdtemp("/tmp/faro-");
  await chown(directory, owner.uid, owner.gid);
  return directory;
};

/** Removes the directory only when it is empty. */
export const removeSocketDir = (directory: string): Promise<void> => rmdir(directory).catch(() => undefined);

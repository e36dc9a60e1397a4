import { execFile } from "node:child_process";
import { realpath, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { promisify } from "node:util";
import { StartError } from "#server/start-error.ts";

const run = promisify(execFile);

/** The unprivileged user that the server runs as. */
export type SystemUser = { uid: number; gid: number };
export type FilePermissions = { uid: number; gid: number; mode: number };

export const READ = 4;
export const EXECUTE = 1;

/** Only one class of permission bits (owner, group or others) applies to a user. */
export const permits = (file: FilePermissions, user: SystemUser, access: number): boolean => {
  const shift = file.uid === user.uid ? 6 : file.gid === user.gid ? 3 : 0;
  return ((file.mode >> shift) & access) === access;
};

export const canTraverse = (directories: readonly FilePermissions[], user: SystemUser): boolean =>
  directories.every((directory) => permits(directory, user, EXECUTE));

/** A private directory of root can be opened to one group without taking access from another. */
export const canGrantToGroup = (directory: FilePermissions): boolean =>
  directory.uid === 0 && (directory.mode & 0o077) === 0;

export const readPermissions = async (path: string): Promise<FilePermissions> => {
  const { uid, gid, mode } = await stat(path);
  return { uid, gid, mode };
};

/** Permissions of a directory and of all its parents, nearest first. */
const readPathPermissions = async (directory: string): Promise<FilePermissions[]> => {
  const permissions: FilePermissions[] = [];
  for (let current = await realpath(directory), last = ""; current !== last; current = dirname(current)) {
    permissions.push(await readPermissions(current));
    last = current;
  }
  return permissions;
};

export const canEnterDirectory = async (directory: string, user: SystemUser | undefined): Promise<boolean> =>
  user === undefined || canTraverse(await readPathPermissions(directory), user);

export const canReadFile = async (
  path: string,
  user: SystemUser | undefined,
  execute = false,
): Promise<boolean> => {
  if (user === undefined) return true;
  const resolved = await realpath(path);
  return (
    permits(await readPermissions(resolved), user, execute ? READ | EXECUTE : READ) &&
    (await canEnterDirectory(dirname(resolved), user))
  );
};

export const isRoot = (): boolean => process.getuid?.() === 0;

// In order: useradd (Debian, Red Hat), adduser (Debian), adduser (BusyBox).
const createUserCommands: readonly (readonly string[])[] = [
  [
    "useradd",
    "--system",
    "--user-group",
    "--no-create-home",
    "--home-dir",
    "/var/lib/faro",
    "--shell",
    "/usr/sbin/nologin",
  ],
  ["adduser", "--system", "--group", "--no-create-home", "--home", "/var/lib/faro"],
  ["adduser", "-S", "-D", "-H", "-h", "/var/lib/faro"],
];

export const parseUserIds = (uid: string, gid: string): SystemUser | undefined =>
  /^\d+\s*$/.test(uid) && /^\d+\s*$/.test(gid) && Number(uid) > 0
    ? { uid: Number(uid), gid: Number(gid) }
    : undefined;

const findUser = async (name: string): Promise<SystemUser | undefined> => {
  try {
    const [uid, gid] = await Promise.all([run("id", ["-u", name]), run("id", ["-g", name])]);
    return parseUserIds(uid.stdout, gid.stdout);
  } catch {
    return undefined;
  }
};

const createUser = async (name: string): Promise<SystemUser | undefined> => {
  // `su` without a login shell leaves the directories of these tools out of PATH.
  const env = { ...process.env, PATH: `${process.env.PATH ?? ""}:/usr/sbin:/sbin` };
  for (const [tool = "", ...flags] of createUserCommands) {
    await run(tool, [...flags, name], { env }).catch(() => undefined);
    const user = await findUser(name);
    if (user) return user;
  }
  return undefined;
};

/** The user for the server when Faro runs as root, because PostgreSQL refuses to run as root. */
export const ensureSystemUser = async (report: (line: string) => void): Promise<SystemUser> => {
  const existing = await findUser("faro");
  if (existing) return existing;
  const created = await createUser("faro");
  if (created) {
    report("Created the system user faro to run the database.");
    return created;
  }
  const nobody = await findUser("nobody");
  if (nobody) return nobody;
  throw new StartError(
    "The database cannot run as root, and creating a user for it failed: start Faro as an ordinary user, or set DATABASE_URL.",
  );
};

/** initdb fails for a uid without a name. */
export const hasUserName = ({ uid }: SystemUser): Promise<boolean> =>
  run("id", ["-un", String(uid)]).then(
    () => true,
    () => false,
  );

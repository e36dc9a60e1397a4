import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { StartError } from "#server/start-error.ts";
import type { Account } from "./permission.ts";

const run = promisify(execFile);

export const isRoot = (): boolean => process.getuid?.() === 0;

// The tools of Debian and Red Hat, then Debian's other one, then BusyBox's.
const makers: readonly (readonly string[])[] = [
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

export const parseIds = (uid: string, gid: string): Account | undefined =>
  /^\d+\s*$/.test(uid) && /^\d+\s*$/.test(gid) && Number(uid) > 0
    ? { uid: Number(uid), gid: Number(gid) }
    : undefined;

const find = async (name: string): Promise<Account | undefined> => {
  try {
    const [uid, gid] = await Promise.all([run("id", ["-u", name]), run("id", ["-g", name])]);
    return parseIds(uid.stdout, gid.stdout);
  } catch {
    return undefined;
  }
};

const create = async (name: string): Promise<Account | undefined> => {
  // Under `su` without a login shell the folder of these tools is missing from PATH.
  const env = { ...process.env, PATH: `${process.env.PATH ?? ""}:/usr/sbin:/sbin` };
  for (const [tool = "", ...flags] of makers) {
    await run(tool, [...flags, name], { env }).catch(() => undefined);
    const account = await find(name);
    if (account) return account;
  }
  return undefined;
};

/** The user that the server runs as when we are root, which PostgreSQL refuses to be. */
export const systemAccount = async (say: (line: string) => void): Promise<Account> => {
  const existing = await find("faro");
  if (existing) return existing;
  const made = await create("faro");
  if (made) {
    say("Created the system user faro, which the database runs as.");
    return made;
  }
  const nobody = await find("nobody");
  if (nobody) return nobody;
  throw new StartError(
    "The database cannot run as root and no user for it could be made: start Faro as an ordinary user, or set DATABASE_URL.",
  );
};

/** PostgreSQL makes a cluster only for a user with a name. */
export const hasName = ({ uid }: Account): Promise<boolean> =>
  run("id", ["-un", String(uid)]).then(
    () => true,
    () => false,
  );

import { realpath, stat } from "node:fs/promises";
import { dirname } from "node:path";

/** The unprivileged user that the server runs as. */
export type Account = { uid: number; gid: number };
export type Fact = { uid: number; gid: number; mode: number };

export const READ = 4;
export const ENTER = 1;

/** Whether the permission bits of one file or folder let a user do something. Only one class of bits counts. */
export const allows = (fact: Fact, account: Account, wanted: number): boolean => {
  const shift = fact.uid === account.uid ? 6 : fact.gid === account.gid ? 3 : 0;
  return ((fact.mode >> shift) & wanted) === wanted;
};

/** Whether a user may walk through every one of these folders. */
export const mayEnter = (folders: readonly Fact[], account: Account): boolean =>
  folders.every((folder) => allows(folder, account, ENTER));

/** A folder that nobody but its owner may touch, of root, may be opened to one group without taking from another. */
export const mayOpenToGroup = (folder: Fact): boolean => folder.uid === 0 && (folder.mode & 0o077) === 0;

export const factOf = async (path: string): Promise<Fact> => {
  const { uid, gid, mode } = await stat(path);
  return { uid, gid, mode };
};

/** A folder and all that lie above it, nearest first. */
export const pathFacts = async (folder: string): Promise<Fact[]> => {
  const facts: Fact[] = [];
  for (let at = await realpath(folder), last = ""; at !== last; at = dirname(at)) {
    facts.push(await factOf(at));
    last = at;
  }
  return facts;
};

export const canEnter = async (folder: string, account: Account | undefined): Promise<boolean> =>
  account === undefined || mayEnter(await pathFacts(folder), account);

/** Whether a user may read a file (and run it, when asked), walking there included. */
export const canRead = async (file: string, account: Account | undefined, run = false): Promise<boolean> => {
  if (account === undefined) return true;
  const real = await realpath(file);
  return (
    allows(await factOf(real), account, run ? READ | ENTER : READ) && (await canEnter(dirname(real), account))
  );
};

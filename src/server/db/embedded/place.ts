import { createHash } from "node:crypto";
import { chmod, chown, mkdir, readFile, rename, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { StartError } from "#server/start-error.ts";
import { type Account, canEnter, factOf, mayOpenToGroup } from "./permission.ts";

/** What lies on the disk, as far as it decides where the database is. */
export type PlaceFacts = {
  /** The folder for the database inside the data directory, and the one of the system. */
  inside: string;
  outside: string;
  /** What postgres-location says, whether that folder is there, and which data directory it was made for. */
  located?: { place: string; there: boolean; madeFor: string | undefined; madeForStillUsesIt: boolean };
  insideHasCluster: boolean;
  reachable: boolean;
};

export type PlaceChoice =
  | { kind: "inside" | "outside"; place: string }
  | { kind: "refused"; sentence: string };

/** Where the database lives. One that exists is never passed over for an empty one. */
export const choosePlace = (facts: PlaceFacts): PlaceChoice => {
  const { located, inside, outside } = facts;
  if (located) {
    if (!located.there) {
      return {
        kind: "refused",
        sentence: `The database should be in ${located.place}, as postgres-location in the data directory says, but that folder is gone: bring it back, or delete postgres-location to begin with an empty database.`,
      };
    }
    if (located.madeForStillUsesIt) {
      return {
        kind: "refused",
        sentence: `This data directory is a copy of ${located.madeFor}, whose database is in ${located.place}: delete postgres-location in the copy to begin with an empty database.`,
      };
    }
    return { kind: "outside", place: located.place };
  }
  if (facts.reachable) return { kind: "inside", place: inside };
  if (facts.insideHasCluster) {
    return {
      kind: "refused",
      sentence: `The user that the database runs as may not enter ${inside}: open the folders above it (chmod o+x), or start Faro as the user who owns them.`,
    };
  }
  return { kind: "outside", place: outside };
};

export const shortHash = (text: string): string =>
  createHash("sha256").update(text).digest("hex").slice(0, 12);

const there = (path: string): Promise<boolean> => stat(path).then(Boolean, () => false);
const textOf = (path: string): Promise<string | undefined> =>
  readFile(path, "utf8").then(
    (text) => text.trim() || undefined,
    () => undefined,
  );

const LOCATION = "postgres-location";
// Beside the place and not in it: the place is the server's user's, who could lead our writing elsewhere.
const ownerFile = (place: string): string => `${place}.data-directory`;

const gather = async (
  dataDir: string,
  systemDir: string,
  account: Account | undefined,
): Promise<PlaceFacts> => {
  const inside = join(dataDir, "postgres");
  const facts = {
    inside,
    outside: join(systemDir, shortHash(dataDir)),
    insideHasCluster: await there(join(inside, "cluster")),
    reachable: await canEnter(dataDir, account),
  };
  const place = await textOf(join(dataDir, LOCATION));
  if (!place) return facts;
  const madeFor = await textOf(ownerFile(place));
  const madeForStillUsesIt =
    madeFor !== undefined && madeFor !== dataDir && (await textOf(join(madeFor, LOCATION))) === place;
  return { ...facts, located: { place, there: await there(place), madeFor, madeForStillUsesIt } };
};

/** Finds the folder of the database, making it when it is missing, and gives it to the server's user. */
export const settlePlace = async (options: {
  dataDir: string;
  systemDir: string;
  account: Account | undefined;
  say: (line: string) => void;
}): Promise<string> => {
  const { dataDir, systemDir, account, say } = options;
  const own = await factOf(dataDir);
  if (account && own.gid !== account.gid && mayOpenToGroup(own) && !(await canEnter(dataDir, account))) {
    await chown(dataDir, own.uid, account.gid);
    await chmod(dataDir, 0o710);
  }
  const facts = await gather(dataDir, systemDir, account);
  const choice = choosePlace(facts);
  if (choice.kind === "refused") throw new StartError(choice.sentence);
  const { kind, place } = choice;
  if (kind === "outside" && !facts.located && (await there(join(place, "cluster")))) {
    // It belonged to a data directory of the same name that was deleted: kept, but not used.
    const aside = `${place}.${new Date().toISOString().replace(/\W/g, "")}`;
    await rename(place, aside);
    say(`A database of an earlier data directory was set aside in ${aside}.`);
  }
  if (kind === "outside") await mkdir(systemDir, { recursive: true, mode: 0o755 });
  await mkdir(place, { recursive: true, mode: 0o700 });
  if (account) await chown(place, account.uid, account.gid);
  if (kind === "outside") {
    await writeFile(ownerFile(place), `${dataDir}\n`);
    await writeFile(join(dataDir, LOCATION), `${place}\n`);
    if (!facts.located)
      say(`The database's user cannot enter ${dataDir}, so the database lives in ${place}.`);
  }
  return place;
};

/** Whoever owns the database already, or else the data directory: root then runs the server as them. */
export const presentOwner = async (
  dataDir: string,
): Promise<(Account & { hasCluster: boolean }) | undefined> => {
  const place = (await textOf(join(dataDir, LOCATION))) ?? join(dataDir, "postgres");
  const cluster = await factOf(join(place, "cluster")).catch(() => undefined);
  const { uid, gid } = cluster ?? (await factOf(dataDir));
  return uid === 0 ? undefined : { uid, gid, hasCluster: cluster !== undefined };
};

import { describe, expect, test } from "vitest";
import {
  chooseLocation,
  fitsSocketPath,
  type LocationState,
  shortHash,
  socketDirCandidates,
} from "./directories.ts";

const state: LocationState = {
  internalDir: "/d/postgres",
  externalDir: "/var/lib/faro/abc",
  internalHasCluster: false,
  dataDirAccessible: true,
};
const recorded = { dir: "/var/lib/faro/old", exists: true, createdFor: "/d", creatorStillUsesIt: false };

describe("location of the database", () => {
  test.each([
    ["new, accessible data directory", state, "/d/postgres"],
    ["existing, accessible data directory", { ...state, internalHasCluster: true }, "/d/postgres"],
    ["new, inaccessible data directory", { ...state, dataDirAccessible: false }, "/var/lib/faro/abc"],
    ["recorded location", { ...state, dataDirAccessible: false, recorded }, "/var/lib/faro/old"],
    ["recorded location, data directory accessible now", { ...state, recorded }, "/var/lib/faro/old"],
    [
      "recorded location after the data directory moved",
      { ...state, recorded: { ...recorded, createdFor: "/gone" } },
      "/var/lib/faro/old",
    ],
  ])("%s", (_, current, dir) => expect(chooseLocation(current)).toMatchObject({ dir }));

  test.each([
    [
      "an existing cluster in an inaccessible data directory",
      { ...state, internalHasCluster: true, dataDirAccessible: false },
      "o+x",
    ],
    [
      "a recorded location that does not exist",
      { ...state, recorded: { ...recorded, exists: false } },
      "does not exist",
    ],
    [
      "a copy of a data directory in use",
      { ...state, recorded: { ...recorded, createdFor: "/e", creatorStillUsesIt: true } },
      "a copy of /e",
    ],
  ])("rejects %s", (_, current, part) =>
    expect(chooseLocation(current)).toMatchObject({
      kind: "rejected",
      message: expect.stringContaining(part),
    }),
  );
});

test("hashes a path to twelve hex digits", () => {
  expect(shortHash("/a")).toMatch(/^[0-9a-f]{12}$/);
  expect(shortHash("/a")).not.toBe(shortHash("/b"));
});

const long = `/${"x".repeat(90)}`;
const socketName = (databaseDir: string) => `faro-${shortHash(databaseDir)}`;

describe("candidate directories for the socket", () => {
  test.each([
    ["short path", "/d/postgres", "/tmp", ["/d/postgres/socket", `/tmp/${socketName("/d/postgres")}`]],
    ["long path", long, "/tmp", [`/tmp/${socketName(long)}`]],
    [
      "path that is long in bytes only",
      `/${"ñ".repeat(45)}`,
      "/tmp",
      [`/tmp/${socketName(`/${"ñ".repeat(45)}`)}`],
    ],
    ["long temporary directory", long, long, [`/tmp/${socketName(long)}`]],
  ])("%s", (_, databaseDir, temporaryDir, directories) =>
    expect(socketDirCandidates(databaseDir, temporaryDir)).toEqual(directories),
  );
});

test("the path limit includes the socket's file name", () => {
  expect(fitsSocketPath(`/${"x".repeat(84)}`)).toBe(true);
  expect(fitsSocketPath(`/${"x".repeat(85)}`)).toBe(false);
});

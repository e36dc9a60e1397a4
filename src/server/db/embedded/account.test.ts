import { describe, expect, test } from "vitest";
import {
  canGrantToGroup,
  canTraverse,
  EXECUTE,
  hasUserName,
  parseUserIds,
  permits,
  READ,
} from "./account.ts";

const faro = { uid: 990, gid: 980 };
const root = { uid: 0, gid: 0, mode: 0o40755 };

describe("parsing the output of id", () => {
  test.each([
    ["999\n", "995\n", { uid: 999, gid: 995 }],
    ["0\n", "0\n", undefined],
    ["", "995\n", undefined],
    ["999\n", "staff\n", undefined],
  ])("%j %j", (uid, gid, user) => expect(parseUserIds(uid, gid)).toEqual(user));
});

test("detects whether a uid has a user name", async () => {
  expect(await hasUserName({ uid: 0, gid: 0 })).toBe(true);
  expect(await hasUserName({ uid: 3_999_999_999, gid: 0 })).toBe(false);
});

describe("permission bits", () => {
  test.each([
    ["own directory", { uid: 990, gid: 1, mode: 0o700 }, EXECUTE, true],
    ["own directory without access for the owner", { uid: 990, gid: 1, mode: 0o077 }, EXECUTE, false],
    ["directory of the group", { uid: 0, gid: 980, mode: 0o710 }, EXECUTE, true],
    ["closed to the group, open to others", { uid: 0, gid: 980, mode: 0o707 }, EXECUTE, false],
    ["open to others", { uid: 0, gid: 0, mode: 0o701 }, EXECUTE, true],
    ["others may enter but not read", { uid: 0, gid: 0, mode: 0o701 }, READ, false],
    ["others may read and execute", { uid: 0, gid: 0, mode: 0o755 }, READ | EXECUTE, true],
    ["others may read but not execute", { uid: 0, gid: 0, mode: 0o644 }, READ | EXECUTE, false],
  ])("%s", (_, file, access, expected) => expect(permits(file, faro, access)).toBe(expected));
});

describe("traversing a path", () => {
  test.each([
    ["all open", [root, root], true],
    ["below /root", [root, { ...root, mode: 0o40700 }, root], false],
    ["private directory of the user", [{ ...faro, mode: 0o40700 }, root], true],
  ])("%s", (_, directories, expected) => expect(canTraverse(directories, faro)).toBe(expected));
});

describe("granting a directory to the group", () => {
  test.each([
    ["private directory of root", { uid: 0, gid: 0, mode: 0o40700 }, true],
    ["already used by a group", { uid: 0, gid: 34, mode: 0o40750 }, false],
    ["directory of another user", { uid: 1000, gid: 1000, mode: 0o40700 }, false],
  ])("%s", (_, directory, expected) => expect(canGrantToGroup(directory)).toBe(expected));
});

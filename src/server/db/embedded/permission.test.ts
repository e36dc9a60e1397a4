import { describe, expect, test } from "vitest";
import { allows, ENTER, mayEnter, mayOpenToGroup, READ } from "./permission.ts";

const faro = { uid: 990, gid: 980 };
const root = { uid: 0, gid: 0, mode: 0o40755 };

describe("what permission bits allow", () => {
  test.each([
    ["its own", { uid: 990, gid: 1, mode: 0o700 }, ENTER, true],
    ["its own, but closed to itself", { uid: 990, gid: 1, mode: 0o077 }, ENTER, false],
    ["its group's", { uid: 0, gid: 980, mode: 0o710 }, ENTER, true],
    ["its group's, closed to the group and open to others", { uid: 0, gid: 980, mode: 0o707 }, ENTER, false],
    ["anybody's", { uid: 0, gid: 0, mode: 0o701 }, ENTER, true],
    ["anybody's to enter, not to read", { uid: 0, gid: 0, mode: 0o701 }, READ, false],
    ["to read and run", { uid: 0, gid: 0, mode: 0o755 }, READ | ENTER, true],
    ["to read, not to run", { uid: 0, gid: 0, mode: 0o644 }, READ | ENTER, false],
  ])("%s", (_, fact, wanted, expected) => expect(allows(fact, faro, wanted)).toBe(expected));
});

describe("walking down to a folder", () => {
  test.each([
    ["all open", [root, root], true],
    ["under /root", [root, { ...root, mode: 0o40700 }, root], false],
    ["a closed folder of one's own", [{ ...faro, mode: 0o40700 }, root], true],
  ])("%s", (_, folders, expected) => expect(mayEnter(folders, faro)).toBe(expected));
});

describe("opening a folder to the group", () => {
  test.each([
    ["root's private folder", { uid: 0, gid: 0, mode: 0o40700 }, true],
    ["one that a group uses", { uid: 0, gid: 34, mode: 0o40750 }, false],
    ["somebody's", { uid: 1000, gid: 1000, mode: 0o40700 }, false],
  ])("%s", (_, folder, expected) => expect(mayOpenToGroup(folder)).toBe(expected));
});

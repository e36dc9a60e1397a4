import { describe, expect, test } from "vitest";
import { hasName, parseIds } from "./account.ts";

describe("the numbers of a user", () => {
  test.each([
    ["999\n", "995\n", { uid: 999, gid: 995 }],
    ["0\n", "0\n", undefined],
    ["", "995\n", undefined],
    ["999\n", "staff\n", undefined],
  ])("%j %j", (uid, gid, account) => expect(parseIds(uid, gid)).toEqual(account));
});

test("whether a user has a name", async () => {
  expect(await hasName({ uid: 0, gid: 0 })).toBe(true);
  expect(await hasName({ uid: 3_999_999_999, gid: 0 })).toBe(false);
});

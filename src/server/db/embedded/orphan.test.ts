import { describe, expect, test } from "vitest";
import { parsePidFile, remedy } from "./orphan.ts";

describe("postmaster.pid", () => {
  test.each([
    ["whole", "4711\n/data/cluster\n1760000000\n5432\n/data/socket\n\n  1234  5\nready   \n", 4711],
    ["one that works alone", "-4711\n/data/cluster\n1760000000\n", 4711],
    ["cut after the number", "4711", 4711],
    ["empty", "", undefined],
    ["no number", "x\n", undefined],
    ["nought", "0\n", undefined],
    ["more than a number", "12 34\n", undefined],
  ])("%s", (_, text, pid) => expect(parsePidFile(text)).toBe(pid));
});

describe("what to do about it", () => {
  test.each([
    ["nothing", "leave"],
    ["dead", "leave"],
    ["unreadable", "remove"],
    ["foreign", "remove"],
    ["server", "stop"],
  ] as const)("%s: %s", (remains, action) => expect(remedy(remains)).toBe(action));
});

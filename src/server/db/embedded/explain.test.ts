import { describe, expect, test } from "vitest";
import { StartError } from "#server/start-error.ts";
import { explain, isPassing, knownCause, lastLines } from "./explain.ts";

describe("known causes", () => {
  test.each([
    ["initdb: error: could not write file: No space left on device", "no space left"],
    ["Error: ENOSPC: no space left on device, write", "no space left"],
    ['FATAL:  could not create lock file "postmaster.pid": Read-only file system', "read-only"],
    ["FATAL:  data directory has wrong ownership", "may not read and write"],
    ["spawn /x/postgres EACCES", "may not read and write"],
    ["FATAL:  could not map anonymous shared memory: Cannot allocate memory", "not enough memory"],
    ["FATAL:  pre-existing shared memory block (key 1, ID 2) is still in use", "left over"],
    ["postgres: error while loading shared libraries: libxml2.so.2", "does not run on this system"],
  ])("%s", (said, part) => {
    const sentence = knownCause(said, "/data/postgres");
    expect(sentence).toContain(part);
    expect(sentence).not.toContain("\n");
  });
});

describe("whether trying again may help", () => {
  test.each([
    ["FATAL:  pre-existing shared memory block (key 1, ID 2) is still in use", true],
    ['FATAL:  lock file "postmaster.pid" already exists', true],
    ["FATAL:  could not write: No space left on device", false],
    ["", false],
  ])("%s", (said, expected) => expect(isPassing(said)).toBe(expected));
});

test("an unknown cause shows the last lines", () => {
  expect(lastLines("a\n\nb\nc\n", 2)).toBe("  b\n  c");
  const error = explain("Starting the database", "one\nFATAL: odd", "/data");
  expect(error).toBeInstanceOf(StartError);
  expect(error.message).toBe("Starting the database failed in /data:\n  one\n  FATAL: odd");
});

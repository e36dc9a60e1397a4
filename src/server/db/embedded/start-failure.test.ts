import { describe, expect, test } from "vitest";
import { StartError } from "#server/start-error.ts";
import { createStartError, findKnownCause, isTransientFailure, lastLines } from "./start-failure.ts";

describe("known causes", () => {
  test.each([
    ["initdb: error: could not write file: No space left on device", "no space left"],
    ["Error: ENOSPC: no space left on device, write", "no space left"],
    ['FATAL:  could not create lock file "postmaster.pid": Read-only file system', "read-only"],
    ["FATAL:  data directory has wrong ownership", "no permission to read and write"],
    ["spawn /x/postgres EACCES", "no permission to read and write"],
    ["FATAL:  could not map anonymous shared memory: Cannot allocate memory", "not enough memory"],
    ["FATAL:  pre-existing shared memory block (key 1, ID 2) is still in use", "left over"],
    ["postgres: error while loading shared libraries: libxml2.so.2", "does not run on this system"],
  ])("%s", (output, part) => {
    const message = findKnownCause(output, "/data/postgres");
    expect(message).toContain(part);
    expect(message).not.toContain("\n");
  });
});

describe("transient failures", () => {
  test.each([
    ["FATAL:  pre-existing shared memory block (key 1, ID 2) is still in use", true],
    ['FATAL:  lock file "postmaster.pid" already exists', true],
    ["FATAL:  could not write: No space left on device", false],
    ["", false],
  ])("%s", (output, expected) => expect(isTransientFailure(output)).toBe(expected));
});

test("shows the last lines of the output for an unknown cause", () => {
  expect(lastLines("a\n\nb\nc\n", 2)).toBe("  b\n  c");
  const error = createStartError("Starting the database", "one\nFATAL: odd", "/data");
  expect(error).toBeInstanceOf(StartError);
  expect(error.message).toBe("Starting the database failed in /data:\n  one\n  FATAL: odd");
});

import { mkdtemp, readdir, rm, symlink, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { openServerLog, quoteDirectory, readLogFrom, rotateLog } from "./postmaster.ts";

const createDirectory = async () => {
  const directory = await mkdtemp(join(tmpdir(), "faro-log-"));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  return directory;
};

describe("quoting unix_socket_directories", () => {
  test.each([
    ["/a b", '"/a b"'],
    ["/a,b", '"/a,b"'],
    ['/a"b', '"/a""b"'],
  ])("%s", (directory, quoted) => expect(quoteDirectory(directory)).toBe(quoted));
});

test("rotates a log above the size limit and keeps one older log", async () => {
  const directory = await createDirectory();
  const log = join(directory, "postgres.log");
  await rotateLog(log);
  await writeFile(log, "short");
  await rotateLog(log);
  expect(await readdir(directory)).toEqual(["postgres.log"]);
  await truncate(log, 5 * 1024 * 1024 + 1);
  await rotateLog(log);
  expect(await readdir(directory)).toEqual(["postgres.log.1"]);
});

test("reads the log from an offset", async () => {
  const log = join(await createDirectory(), "postgres.log");
  await writeFile(log, "before\nafter\n");
  expect(await readLogFrom(log, 7)).toBe("after\n");
  expect(await readLogFrom(log, 99)).toBe("");
});

test("does not write the log through a symbolic link", async () => {
  const directory = await createDirectory();
  await writeFile(join(directory, "precious"), "");
  await symlink(join(directory, "precious"), join(directory, "postgres.log"));
  await expect(openServerLog(join(directory, "postgres.log"), undefined)).rejects.toThrow("ELOOP");
});

import { mkdtemp, readdir, rm, symlink, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openLog, readLogFrom, rotateLog } from "./server-log.ts";

const folder = async () => {
  const made = await mkdtemp(join(tmpdir(), "faro-log-"));
  onTestFinished(() => rm(made, { recursive: true, force: true }));
  return made;
};

test("a log past its limit gives way to a new one, and one older is kept", async () => {
  const at = await folder();
  const log = join(at, "postgres.log");
  await rotateLog(log);
  await writeFile(log, "short");
  await rotateLog(log);
  expect(await readdir(at)).toEqual(["postgres.log"]);
  await truncate(log, 5 * 1024 * 1024 + 1);
  await rotateLog(log);
  expect(await readdir(at)).toEqual(["postgres.log.1"]);
});

test("what was said since a position", async () => {
  const log = join(await folder(), "postgres.log");
  await writeFile(log, "before\nafter\n");
  expect(await readLogFrom(log, 7)).toBe("after\n");
  expect(await readLogFrom(log, 99)).toBe("");
});

test("the log is not written through a link", async () => {
  const at = await folder();
  await writeFile(join(at, "precious"), "");
  await symlink(join(at, "precious"), join(at, "postgres.log"));
  await expect(openLog(join(at, "postgres.log"), undefined)).rejects.toThrow("ELOOP");
});

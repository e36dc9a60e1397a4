import { spawn } from "node:child_process";
import { once } from "node:events";
import { describe, expect, test } from "vitest";
import {
  findBackends,
  isBackendCommand,
  isClusterServer,
  isServerCommand,
  parsePidFile,
  parseProcStartTime,
  parsePsStartTime,
  pidFileAction,
  readProcessStartTime,
} from "./leftover-processes.ts";

const stat = (name: string, state: string) =>
  `42 (${name}) ${state} 1 42 42 0 -1 4194560 1 0 0 0 5 6 0 0 20 0 1 0 987654 1000 200 18446744073709551615`;

describe("start time in /proc/<pid>/stat", () => {
  test.each([
    ["plain name", stat("node", "S"), "987654"],
    ["name with spaces and brackets", stat("a ) S 1 (b", "R"), "987654"],
    ["zombie", stat("node", "Z"), undefined],
    ["empty", "", undefined],
  ])("%s", (_, text, start) => expect(parseProcStartTime(text)).toBe(start));
});

describe("start time in the output of ps", () => {
  test.each([
    ["Ss   Mon Jun  1 10:00:00 2026\n", "Mon Jun 1 10:00:00 2026"],
    ["Z    Mon Jun  1 10:00:00 2026\n", undefined],
    ["\n", undefined],
  ])("%j", (line, start) => expect(parsePsStartTime(line)).toBe(start));
});

describe("command line of a cluster's server", () => {
  test.each([
    ["server", ["/opt/pg/bin/postgres", "-D", "/data/my cluster", "-c", "port=5432", ""], true],
    ["server of another cluster", ["/opt/pg/bin/postgres", "-D", "/data/my", "-c", "x=y"], false],
    ["backend", ["postgres: faro faro [local] idle", "", ""], false],
    ["another program", ["/usr/bin/vi", "-D", "/data/my cluster"], false],
    ["zombie", [""], false],
    ["server in the output of ps", "/opt/pg/bin/postgres -D /data/my cluster -c port=5432\n", true],
    [
      "another cluster in the output of ps",
      "/opt/pg/bin/postgres -D /data/my cluster 2 -c port=5432\n",
      false,
    ],
  ])("%s", (_, command, expected) => expect(isServerCommand(command, "/data/my cluster")).toBe(expected));
});

describe("backends of a cluster", () => {
  test.each([
    ["backend", "postgres: faro faro [local] SELECT\0", "/data/cluster", true],
    ["backend of another cluster", "postgres: faro faro [local] SELECT\0", "/data/other", false],
    ["server", "/opt/pg/bin/postgres\0-D\0/data/cluster\0", "/data/cluster", false],
    ["shell in the same directory", "bash\0", "/data/cluster", false],
  ])("%s", (_, command, workingDir, expected) =>
    expect(isBackendCommand(command, workingDir, "/data/cluster")).toBe(expected),
  );

  test("finds none where none run", async () => expect(await findBackends("/no/such/cluster")).toEqual([]));
});

test("a running process has a stable start time; an ended one has none", async () => {
  expect(await readProcessStartTime(process.pid)).toMatch(/\d/);
  expect(await readProcessStartTime(process.pid)).toBe(await readProcessStartTime(process.pid));
  const child = spawn(process.execPath, ["-e", ""]);
  await once(child, "exit");
  expect(await readProcessStartTime(child.pid ?? 0)).toBeUndefined();
  expect(await isClusterServer(process.pid, "/data")).toBe(false);
});

describe("postmaster.pid", () => {
  test.each([
    ["complete", "4711\n/data/cluster\n1760000000\n5432\n/data/socket\n\n  1234  5\nready   \n", 4711],
    ["of a single-user server", "-4711\n/data/cluster\n1760000000\n", 4711],
    ["truncated after the number", "4711", 4711],
    ["empty", "", undefined],
    ["not a number", "x\n", undefined],
    ["zero", "0\n", undefined],
    ["two numbers", "12 34\n", undefined],
  ])("%s", (_, text, pid) => expect(parsePidFile(text)).toBe(pid));

  test.each([
    ["absent", "keep"],
    ["dead", "keep"],
    ["unreadable", "remove"],
    ["foreign", "remove"],
    ["server", "stop"],
  ] as const)("%s: %s", (state, action) => expect(pidFileAction(state)).toBe(action));
});

import { spawn } from "node:child_process";
import { once } from "node:events";
import { describe, expect, test } from "vitest";
import {
  childrenOf,
  isChildOf,
  isServerOf,
  parseProcStat,
  parsePsStart,
  processStart,
  servesCluster,
} from "./process-facts.ts";

const stat = (name: string, state: string) =>
  `42 (${name}) ${state} 1 42 42 0 -1 4194560 1 0 0 0 5 6 0 0 20 0 1 0 987654 1000 200 18446744073709551615`;

describe("the start of a process in /proc", () => {
  test.each([
    ["an ordinary name", stat("node", "S"), "987654"],
    ["a name with spaces and brackets", stat("a ) S 1 (b", "R"), "987654"],
    ["one that ended and awaits collection", stat("node", "Z"), undefined],
    ["nothing", "", undefined],
  ])("%s", (_, text, start) => expect(parseProcStat(text)).toBe(start));
});

describe("the start of a process in ps", () => {
  test.each([
    ["Ss   Mon Jun  1 10:00:00 2026\n", "Mon Jun 1 10:00:00 2026"],
    ["Z    Mon Jun  1 10:00:00 2026\n", undefined],
    ["\n", undefined],
  ])("%j", (line, start) => expect(parsePsStart(line)).toBe(start));
});

describe("the command line of a cluster's server", () => {
  test.each([
    ["the server", ["/opt/pg/bin/postgres", "-D", "/data/my cluster", "-c", "port=5432", ""], true],
    ["the server of another cluster", ["/opt/pg/bin/postgres", "-D", "/data/my", "-c", "x=y"], false],
    ["a backend", ["postgres: faro faro [local] idle", "", ""], false],
    ["another program", ["/usr/bin/vi", "-D", "/data/my cluster"], false],
    ["a collected process", [""], false],
    ["the server, as ps tells it", "/opt/pg/bin/postgres -D /data/my cluster -c port=5432\n", true],
    ["another cluster, as ps tells it", "/opt/pg/bin/postgres -D /data/my cluster 2 -c port=5432\n", false],
  ])("%s", (_, command, expected) => expect(isServerOf(command, "/data/my cluster")).toBe(expected));
});

describe("the children of a cluster's server", () => {
  test.each([
    ["a backend", "postgres: faro faro [local] SELECT\0", "/data/cluster", true],
    ["a backend of another cluster", "postgres: faro faro [local] SELECT\0", "/data/other", false],
    ["the server", "/opt/pg/bin/postgres\0-D\0/data/cluster\0", "/data/cluster", false],
    ["somebody's shell in the folder", "bash\0", "/data/cluster", false],
  ])("%s", (_, command, at, expected) => expect(isChildOf(command, at, "/data/cluster")).toBe(expected));

  test("none where none run", async () => expect(await childrenOf("/no/such/cluster")).toEqual([]));
});

test("a running process has a start, the same each time; an ended one has none", async () => {
  expect(await processStart(process.pid)).toMatch(/\d/);
  expect(await processStart(process.pid)).toBe(await processStart(process.pid));
  const child = spawn(process.execPath, ["-e", ""]);
  await once(child, "exit");
  expect(await processStart(child.pid ?? 0)).toBeUndefined();
  expect(await servesCluster(process.pid, "/data")).toBe(false);
});

import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { Session } from "node:inspector/promises";
import { basename, join } from "node:path";
import { afterAll, expect } from "vitest";
import { project } from "../process.ts";

/** Writes which functions of the product each test file runs, for `bin/coverage-map.mjs`. */
type Script = { url: string; functions: { functionName: string; ranges: { count: number }[] }[] };

const directory = join(project, ".cache/coverage");
const source = new URL("../../src/", import.meta.url).href;

/** The session outlives its test file, because the files of a worker share their modules. */
const shared = globalThis as { coverageSession?: Session };
const session = shared.coverageSession ?? new Session();
if (shared.coverageSession === undefined) {
  shared.coverageSession = session;
  session.connect();
  await session.post("Profiler.enable");
  await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: false });
}
await session.post("Profiler.takePreciseCoverage");

const test = basename(expect.getState().testPath ?? "", ".test.ts");
// Node.js lets processes that the test starts write their own coverage there.
const children = join(directory, test);
rmSync(children, { recursive: true, force: true });
mkdirSync(children, { recursive: true });
process.env.NODE_V8_COVERAGE = children;
const startedAt = performance.now();

afterAll(async () => {
  const seconds = (performance.now() - startedAt) / 1000;
  const { result } = await session.post("Profiler.takePreciseCoverage");
  const scripts: Script[] = [
    ...result,
    ...readdirSync(children).flatMap(
      (name) => (JSON.parse(readFileSync(join(children, name), "utf8")) as { result: Script[] }).result,
    ),
  ];
  const functions: Record<string, number> = {};
  for (const { url, functions: all } of scripts) {
    if (!url.startsWith(source)) continue;
    // The first function is the module itself, which every import runs.
    const run = all.slice(1).filter(({ ranges }) => (ranges[0]?.count ?? 0) > 0).length;
    const file = `src/${url.slice(source.length).replace(/\?.*$/, "")}`;
    functions[file] = Math.max(functions[file] ?? 0, run);
  }
  writeFileSync(join(directory, `${test}.json`), JSON.stringify({ seconds, functions }));
});

// Writes test/coverage-map.json: which integration tests run the functions of each file of the product.
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";

const directory = ".cache/coverage";
/** Further tests of a file run the same functions. */
const maxTests = 8;

rmSync(directory, { recursive: true, force: true });
execFileSync("vitest", ["run", "--project=integration", "--reporter=dot"], {
  stdio: "inherit",
  env: { ...process.env, FARO_RECORD_COVERAGE: "1" },
});

const tests = {};
const files = {};
for (const name of readdirSync(directory).filter((entry) => entry.endsWith(".json"))) {
  const test = basename(name, ".json");
  const { seconds, functions } = JSON.parse(readFileSync(join(directory, name), "utf8"));
  tests[test] = Math.ceil(seconds);
  for (const [file, count] of Object.entries(functions)) {
    if (count === 0) continue;
    files[file] ??= [];
    files[file].push([test, count]);
  }
}
const byName = (one, other) => (one[0] < other[0] ? -1 : 1);
const sorted = Object.entries(files)
  .sort(byName)
  .map(([file, found]) => [
    file,
    // Of tests that run as many functions, the shorter one comes first.
    found
      .toSorted((one, other) => other[1] - one[1] || tests[one[0]] - tests[other[0]])
      .slice(0, maxTests)
      .map(([test, count]) => `${test} ${count}`),
  ]);
writeFileSync(
  "test/coverage-map.json",
  `${JSON.stringify({ seconds: Object.fromEntries(Object.entries(tests).sort(byName)), files: Object.fromEntries(sorted) }, null, 1)}\n`,
);
process.stdout.write(`test/coverage-map.json is written: ${sorted.length} files.\n`);

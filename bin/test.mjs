import { readFileSync } from "node:fs";
import { run } from "./run.mjs";

const chosen = process.argv.slice(2);
const results = ".cache/tests.json";
if (chosen.length === 0) await import("./check.mjs");
run(
  "Tests",
  "vitest",
  "run",
  "--reporter=default",
  "--reporter=json",
  `--outputFile.json=${results}`,
  ...chosen,
);
const { numPassedTests, numFailedTests, numPendingTests } = JSON.parse(readFileSync(results, "utf8"));
process.stdout.write(`\n${numPassedTests} passed, ${numFailedTests} failed, ${numPendingTests} skipped\n`);

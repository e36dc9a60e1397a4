import { readFileSync } from "node:fs";
import { lint, runSteps, types, unusedCode } from "./run.mjs";

const resultFiles = [];
const tests = (title, ...args) => {
  const resultFile = `.cache/tests-${resultFiles.length}.json`;
  resultFiles.push(resultFile);
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${resultFile}`];
  return { title, command: "vitest", args: ["run", ...reporters, ...args] };
};

const args = process.argv.slice(2);
if (args.length > 0) {
  await runSteps([tests("Tests", ...args)]);
} else {
  // The short steps come first, so that a wrong type or a failed unit test shows within a minute.
  await runSteps([
    lint,
    types,
    unusedCode,
    tests("Unit and component tests", "--project=unit", "--project=components"),
  ]);
  await runSteps([
    tests("Integration tests, journeys and chaos", "--project=!unit", "--project=!components"),
  ]);
}

const results = resultFiles.map((file) => JSON.parse(readFileSync(file, "utf8")));
const sum = (key) => results.reduce((total, result) => total + result[key], 0);
const [passed, failed, skipped] = [sum("numPassedTests"), sum("numFailedTests"), sum("numPendingTests")];
process.stdout.write(`\n${passed} passed, ${failed} failed, ${skipped} skipped\n`);

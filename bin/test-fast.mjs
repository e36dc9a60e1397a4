import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { chooseTests } from "./choose-tests.mjs";
import { lint, runSteps, types } from "./run.mjs";

const git = (...args) => execFileSync("git", args, { encoding: "utf8" }).split("\n").filter(Boolean);
const tryGit = (...args) => {
  try {
    return git(...args);
  } catch {
    return [];
  }
};

/** The commit that the change is based on: that of the upstream branch, or the last one where there is none. */
const [base = "HEAD"] = tryGit("merge-base", "HEAD", "@{upstream}");
const changedFiles = [
  ...git("diff", "--name-only", base),
  ...git("ls-files", "--others", "--exclude-standard"),
];

const map = JSON.parse(readFileSync("test/coverage-map.json", "utf8"));
const { chosen, left, unknown } = chooseTests(map, changedFiles);
await runSteps([
  lint,
  types,
  {
    title: "Unit and component tests",
    command: "vitest",
    args: ["run", "--project=unit", "--project=components", "--changed", base, "--reporter=dot"],
  },
]);
const files = chosen.map((test) => `test/${test}.test.ts`).filter(existsSync);
if (files.length > 0)
  await runSteps([
    {
      title: `Integration tests of the changed files: ${files.join(", ")}`,
      command: "vitest",
      // A chosen file may be one of `npm run test:deep` alone.
      args: ["run", "--project=integration", "--passWithNoTests", ...files],
    },
  ]);
if (left.length > 0) process.stdout.write(`Left to npm test: ${left.join(", ")}\n`);
if (unknown.length > 0) process.stdout.write(`No integration test is known to run: ${unknown.join(", ")}\n`);

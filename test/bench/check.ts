import { execFileSync } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { cpus, totalmem } from "node:os";
import { join } from "node:path";
import { project } from "../process.ts";
import { checkEvents } from "./check-events.ts";
import { checkPeople } from "./check-people.ts";
import { checkSending } from "./check-sending.ts";
import { checkStart } from "./check-start.ts";
import { checkWebhooks } from "./check-webhooks.ts";
import { type CoreFigure, type CoreFile, compareWithCore, ratiosOf, toCoreFile } from "./core-figures.ts";
import { compareDryRun } from "./rules.ts";
import { openWorkspace } from "./workspace.ts";

/**
 * `npm run bench:check` measures the core figures as ratios to bare counterparts of the same run and fails where one is
 * worse than in docs/benchmarks/core.json by more than 15 %. `npm run bench:check -- --write` renews the file.
 */
const corePath = join(project, "docs/benchmarks/core.json");

const checkRules = (): CoreFigure[] => [
  {
    name: "rules, dry run",
    unit: "evaluations/s",
    better: "higher",
    counterpart: "closures written by hand",
    rounds: Array.from({ length: 3 }, compareDryRun),
  },
];

const checkWorkspace = async (): Promise<CoreFigure[]> => {
  await using workspace = await openWorkspace({ env: { FARO_EGRESS_ALLOW: "127.0.0.1" } });
  return [
    ...(await checkSending(workspace)),
    ...(await checkEvents(workspace)),
    ...(await checkWebhooks(workspace)),
    ...(await checkPeople(workspace)),
  ];
};

const describeRun = (): Pick<CoreFile, "date" | "commit" | "machine"> => {
  const git = (...args: string[]) => execFileSync("git", args, { cwd: project, encoding: "utf8" }).trim();
  const gigabytes = Math.round(totalmem() / 2 ** 30);
  return {
    date: new Date().toISOString().slice(0, 10),
    commit: git("rev-parse", "--short", "HEAD"),
    machine: `${cpus().length} × ${cpus()[0]?.model ?? "unknown"}, ${gigabytes} GB, Node ${process.version}`,
  };
};

const number = (value: number): string => value.toLocaleString("en", { maximumSignificantDigits: 4 });

const started = performance.now();
const figures = [...checkRules(), ...(await checkStart()), ...(await checkWorkspace())];
const core = await readFile(corePath, "utf8").then(
  (text) => JSON.parse(text) as CoreFile,
  () => ({ date: "", commit: "", machine: "", figures: {} }) satisfies CoreFile,
);
const isRenewed = process.argv.includes("--write");
const comparisons = compareWithCore(figures, isRenewed ? { ...core, figures: {} } : core);
const columns = [44, 12, 12, 9, 17, 9, 9];
const line = (...cells: string[]) =>
  console.log(cells.map((cell, at) => cell[at === 0 ? "padEnd" : "padStart"](columns[at] ?? 0)).join(" "));
line("figure", "product", "bare", "ratio", "spread", "stored", "worse by");
for (const { figure, ratio, lowest, highest, stored, worse, isFailed } of comparisons) {
  const { product, bare } = toCoreFile([figure], core).figures[figure.name] ?? { product: 0, bare: 0 };
  line(
    `${figure.name} (${figure.unit})`,
    number(product),
    number(bare),
    number(ratio),
    ratiosOf(figure).length === 1 ? "–" : `${number(lowest)}–${number(highest)}`,
    stored === undefined ? "–" : number(stored),
    worse === undefined ? "–" : `${(100 * worse).toFixed(0)} %${isFailed ? " FAILED" : ""}`,
  );
}
console.log(`Measured in ${((performance.now() - started) / 1000).toFixed(0)} s.`);
const failed = comparisons.filter(({ isFailed }) => isFailed);
if (isRenewed) {
  await writeFile(corePath, `${JSON.stringify(toCoreFile(figures, describeRun()), null, 2)}\n`);
  console.log(`Wrote ${corePath}.`);
} else if (failed.length > 0) {
  console.log(
    `Worse by more than 15 % than on ${core.date} (${core.commit}, ${core.machine}): ${failed.map(({ figure }) => figure.name).join(", ")}.`,
  );
  process.exitCode = 1;
}

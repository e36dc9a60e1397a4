import { execFileSync } from "node:child_process";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { cpus, totalmem } from "node:os";
import { dirname, join } from "node:path";
import { project } from "../process.ts";
import { checkEvents } from "./check-events.ts";
import { checkPeople } from "./check-people.ts";
import { checkSending } from "./check-sending.ts";
import { checkStart } from "./check-start.ts";
import { checkWebhooks } from "./check-webhooks.ts";
import {
  type CoreFigure,
  type CoreFile,
  compareWithCore,
  joinRounds,
  ratiosOf,
  toCoreFile,
} from "./core-figures.ts";
import { compareDryRun } from "./rules.ts";
import { openWorkspace, type Workspace } from "./workspace.ts";

/**
 * `npm run bench:check` measures the core figures as ratios to bare counterparts of the same run and fails where one is
 * worse than in docs/benchmarks/core.json by more than 15 %. `--write` renews the file. A word, such as `events`, runs
 * only the parts whose name contains it, and compares these.
 */
const corePath = join(project, "docs/benchmarks/core.json");
const mostRepetitions = 2;
const isRenewed = process.argv.includes("--write");
const wanted = process.argv.slice(2).find((argument) => !argument.startsWith("--")) ?? "";

if (isRenewed && wanted !== "") throw new Error("The file is renewed as a whole");

const checkRules = (): CoreFigure[] => [
  {
    name: "rules, dry run",
    unit: "evaluations/s",
    better: "higher",
    counterpart: "closures written by hand",
    rounds: Array.from({ length: 3 }, compareDryRun),
  },
];

type Part = { name: string; measure: (workspace: () => Promise<Workspace>) => Promise<CoreFigure[]> };
const onProduct =
  (check: (workspace: Workspace) => Promise<CoreFigure[]>): Part["measure"] =>
  async (workspace) =>
    check(await workspace());
const parts: Part[] = [
  { name: "rules", measure: async () => checkRules() },
  { name: "start", measure: checkStart },
  { name: "sending", measure: onProduct(checkSending) },
  { name: "events", measure: onProduct(checkEvents) },
  { name: "webhooks", measure: onProduct(checkWebhooks) },
  { name: "people", measure: onProduct(checkPeople) },
];

/** Measures parts one after the other, those of the running product in one workspace. */
const measureParts = async (chosen: readonly Part[]): Promise<Map<Part, CoreFigure[]>> => {
  await using stack = new AsyncDisposableStack();
  let opened: Promise<Workspace> | undefined;
  const workspace = () => {
    opened ??= openWorkspace({ env: { FARO_EGRESS_ALLOW: "127.0.0.1" } }).then((one) => stack.use(one));
    return opened;
  };
  const figures = new Map<Part, CoreFigure[]>();
  for (const part of chosen) {
    const started = performance.now();
    figures.set(part, await part.measure(workspace));
    console.error(`${part.name}: ${((performance.now() - started) / 1000).toFixed(0)} s`);
  }
  return figures;
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
const measuredParts = await measureParts(parts.filter(({ name }) => name.includes(wanted)));
const figures = () => [...measuredParts.values()].flat();
const core = await readFile(corePath, "utf8").then(
  (text) => JSON.parse(text) as CoreFile,
  () => ({ date: "", commit: "", machine: "", figures: {} }) satisfies CoreFile,
);
const measured = new Set(figures().map(({ name }) => name));
const storedFigures =
  isRenewed || wanted !== ""
    ? Object.fromEntries(Object.entries(core.figures).filter(([name]) => measured.has(name)))
    : core.figures;
const compare = () => compareWithCore(figures(), { ...core, figures: storedFigures });
/** Parts with a figure that looks worse. */
const findSuspects = (): Part[] => {
  const failed = new Set(compare().flatMap(({ figure, isFailed }) => (isFailed ? [figure] : [])));
  return [...measuredParts].flatMap(([part, own]) =>
    own.some((figure) => failed.has(figure)) ? [part] : [],
  );
};
// Other work on the machine may have struck all rounds of a part: what looks worse gets as many rounds again, twice.
for (let repeated = 0; repeated < mostRepetitions && !isRenewed; repeated++)
  for (const [part, again] of await measureParts(findSuspects()))
    measuredParts.set(part, joinRounds(measuredParts.get(part) ?? [], again));
const comparisons = compare();
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
  await mkdir(dirname(corePath), { recursive: true });
  await writeFile(corePath, `${JSON.stringify(toCoreFile(figures(), describeRun()), null, 2)}\n`);
  console.log(`Wrote ${corePath}.`);
} else if (failed.length > 0) {
  console.log(
    `Worse by more than 15 % than on ${core.date} (${core.commit}, ${core.machine}): ${failed.map(({ figure }) => figure.name).join(", ")}.`,
  );
  process.exitCode = 1;
}

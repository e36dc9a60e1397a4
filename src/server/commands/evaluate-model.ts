import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import { parseArgs } from "node:util";
import type { LogOddsCorrection } from "#domain/learning/calibrate.ts";
import { fitModel } from "#domain/learning/candidates.ts";
import { formatRange } from "#domain/learning/encoder.ts";
import { type LabelledFileColumns, readLabelledFile } from "#domain/learning/labelled-file.ts";
import { type ModelMetrics, measurePredictions, toLogOdds } from "#domain/learning/metrics.ts";
import { describeModel, type LearnedModel, predictRows } from "#domain/learning/model.ts";
import type { ColumnWarning } from "#domain/learning/screen-columns.ts";
import { allRows, forwardSplits, type RowSplit, stratifiedFolds } from "#domain/learning/splits.ts";
import { selectRows, type TrainingTable } from "#domain/learning/table.ts";
import { compareModels, type TrainingRefusal, train } from "#domain/learning/train.ts";
import { StartError } from "#server/start-error.ts";

const usage =
  "Name the table: npm run model:evaluate -- FILE.csv --label COLUMN [--fold COLUMN] [--drop A,B] [--time COLUMN]";

const readArguments = (): LabelledFileColumns & { path: string } => {
  try {
    const { values, positionals } = parseArgs({
      options: {
        label: { type: "string" },
        fold: { type: "string" },
        time: { type: "string" },
        drop: { type: "string", multiple: true, default: [] },
      },
      allowPositionals: true,
    });
    const [path, ...others] = positionals;
    const { label, fold, time } = values;
    const drop = values.drop.flatMap((names) => names.split(",")).filter((name) => name.trim() !== "");
    if (path && label && others.length === 0)
      return { path, label, drop, ...(fold ? { fold } : {}), ...(time ? { time } : {}) };
  } catch {
    // An unknown option.
  }
  throw new StartError(usage);
};

const readText = async (path: string): Promise<string> => {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    if (code === "ENOENT") throw new StartError(`There is no file ${path}.`);
    if (code === "ERR_STRING_TOO_LONG")
      throw new StartError("The file is larger than 512 MB: evaluate a sample.");
    throw new StartError(`The file ${path} cannot be read (${code}).`);
  }
};

const slashDate = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})(.*)$/;

/** Numbers as they are, dates as milliseconds. With slashes the day comes first where a month could not. */
const parseTimes = (texts: readonly string[]): Float64Array => {
  const isDayFirst = texts.some((text) => Number(slashDate.exec(text)?.[1] ?? 0) > 12);
  return Float64Array.from(texts, (text) => {
    if (Number.isFinite(Number(text))) return Number(text);
    const [, first = "", second = "", year = "", rest = ""] = slashDate.exec(text) ?? [];
    if (!year) return Date.parse(text);
    return Date.parse(isDayFirst ? `${second}/${first}/${year}${rest}` : `${first}/${second}/${year}${rest}`);
  });
};

const describeRefusal = (refusal: TrainingRefusal): string => {
  switch (refusal.code) {
    case "not_enough_history":
      return `not enough history: ${refusal.have} of ${refusal.need} ${refusal.of === "people" ? "people with an outcome" : "people of the rarer outcome"}`;
    case "one_outcome":
      return "not enough history: all people have the same outcome";
    case "no_usable_columns":
      return "no usable signal: no column differs between people in a way that can be learned from";
    case "no_usable_signal":
      return `no usable signal: log-loss ${refusal.logLoss.toFixed(4)}, and ${refusal.baseLogLoss.toFixed(4)} for always the base rate`;
    case "prior_is_better":
      return `no gain over the hand-set weights: log-loss ${refusal.logLoss.toFixed(4)} against ${refusal.priorLogLoss.toFixed(4)}`;
  }
};

const dropReasons: Record<Extract<ColumnWarning, { code: "dropped" }>["why"], string> = {
  empty: "it has no values",
  constant: "it is the same for everybody",
  identifier: "nearly every row has its own value, like an identifier",
  too_many_values: "no value is frequent enough",
};
const describeWarning = (warning: ColumnWarning): string =>
  warning.code === "leak"
    ? `Possible leak: "${warning.column}" alone has an AUC of ${warning.auc.toFixed(3)}. Was it recorded after the outcome?`
    : `"${warning.column}" is left out: ${dropReasons[warning.why]}.`;

type EvaluatedPart = {
  labels: Uint8Array;
  /** Log-odds of each model for the rows of the part. */
  models: Map<string, Float64Array>;
  choice: string;
};

/** Trains on one part of the rows and predicts the other one with every model. */
const evaluateSplit = (table: TrainingTable, { train: trainRows, test }: RowSplit): EvaluatedPart => {
  const training = selectRows(table, trainRows);
  const testing = selectRows(table, test);
  const rows = allRows(test.length);
  const share = (training.labels.reduce((sum, label) => sum + label, 0) + 0.5) / (training.labels.length + 1);
  const base = new Float64Array(test.length).fill(toLogOdds(share));
  const models = new Map<string, Float64Array>([["base rate", base]]);
  const comparison = compareModels(training);
  if (!("report" in comparison)) {
    models.set("chosen", base);
    return { labels: testing.labels, models, choice: `none: ${describeRefusal(comparison.refusal)}` };
  }
  const { report, refusal, correction } = comparison;
  const predict = (trees: number, applied?: LogOddsCorrection): Float64Array =>
    predictRows(
      fitModel(comparison.table, {
        prior: undefined,
        seed: 1,
        lambda: report.lambda,
        trees,
        correction: applied,
      }),
      testing,
      rows,
    );
  models.set("logistic", predict(0));
  if (report.candidates.boosting) models.set("boosting", predict(report.trees));
  const chosen = models.get(report.choice) ?? base;
  models.set(
    "chosen",
    refusal
      ? base
      : correction
        ? predict(report.choice === "boosting" ? report.trees : 0, correction)
        : chosen,
  );
  const trees = report.choice === "boosting" ? `, ${report.trees} trees` : "";
  return {
    labels: testing.labels,
    models,
    choice: refusal
      ? `none: ${describeRefusal(refusal)}`
      : `${report.choice}, λ ${report.lambda}${trees}${correction ? ", recalibrated" : ""}`,
  };
};

const figures = ["auc", "logLoss", "brier", "ece", "eceByChance"] as const;
const printLine = (
  first: string,
  model: string,
  metrics: Pick<ModelMetrics, (typeof figures)[number]>,
  end = "",
) =>
  console.log(
    `${first.padEnd(10)} ${model.padEnd(10)} ${figures.map((figure) => metrics[figure].toFixed(4).padStart(9)).join("")}   ${end}`.trimEnd(),
  );

const concatenate = (arrays: Float64Array[]): Float64Array =>
  Float64Array.from(arrays.flatMap((array) => [...array]));

/** Evaluates all splits and prints each as soon as it is known. */
const printSplits = (
  title: string,
  table: TrainingTable,
  splits: { name: string; split: RowSplit }[],
): void => {
  console.log(`\n${title}\n`);
  console.log(
    `${"part".padEnd(10)} ${"model".padEnd(10)} ${["AUC", "log-loss", "Brier", "ECE", "chance"].map((name) => name.padStart(9)).join("")}`,
  );
  const parts = splits.map(({ name, split }) => {
    const part = evaluateSplit(table, split);
    [...part.models].forEach(([model, logOdds], index) => {
      const end = model === "chosen" ? part.choice : "";
      printLine(index === 0 ? name : "", model, measurePredictions(logOdds, part.labels), end);
    });
    return part;
  });
  for (const summary of ["mean", "all rows"])
    ["base rate", "logistic", "boosting", "chosen"].forEach((model) => {
      const predicted = parts.flatMap(({ models, labels }) => {
        const logOdds = models.get(model);
        return logOdds ? [{ logOdds, labels }] : [];
      });
      if (predicted.length < parts.length) return;
      const name = model === "base rate" ? summary : "";
      const measured = predicted.map(({ logOdds, labels }) => measurePredictions(logOdds, labels));
      const mean = (figure: (typeof figures)[number]): number =>
        measured.reduce((sum, metrics) => sum + metrics[figure], 0) / measured.length;
      if (summary === "mean")
        printLine(name, model, {
          auc: mean("auc"),
          logLoss: mean("logLoss"),
          brier: mean("brier"),
          ece: mean("ece"),
          eceByChance: mean("eceByChance"),
        });
      else
        printLine(
          name,
          model,
          measurePredictions(
            concatenate(predicted.map(({ logOdds }) => logOdds)),
            Uint8Array.from(predicted.flatMap(({ labels }) => [...labels])),
          ),
        );
    });
};

const printModel = (model: LearnedModel): void => {
  const { hash, strengths, effects } = describeModel(model);
  console.log(
    `Model ${hash}. Strongest features, with the share of all contributions and the log-odds of their values:`,
  );
  for (const { feature, share } of strengths.slice(0, 10)) {
    const ranges = effects.find((effect) => effect.feature === feature)?.ranges ?? [];
    const sorted = ranges.filter(({ logOdds }) => logOdds !== 0).toSorted((a, b) => b.logOdds - a.logOdds);
    const ends = [...new Set([sorted[0], sorted.at(-1)])].flatMap((end) =>
      end ? [`${formatRange(end.range)}: ${end.logOdds > 0 ? "+" : ""}${end.logOdds.toFixed(2)}`] : [],
    );
    console.log(
      `  ${feature.padEnd(28)} ${`${(100 * share).toFixed(1)} %`.padStart(7)}   ${ends.join("; ")}`,
    );
  }
};

const printVerdict = (table: TrainingTable): void => {
  const result = train(table);
  const warnings = result.ok ? result.report.warnings : result.warnings;
  if (result.ok) {
    const { report } = result;
    const way = report.isForward ? "forward in time" : "by folds";
    console.log(
      `\nAll rows: the ${report.choice} model is usable; judged ${way}, AUC ${report.chosen.auc.toFixed(4)}, log-loss ${report.chosen.logLoss.toFixed(4)}, ECE ${report.chosen.ece.toFixed(4)}.`,
    );
    printModel(result.model);
    console.log("\nOutcomes by score, for rows that the model was not trained on:");
    for (const { from, to, people, outcomes } of report.bands)
      if (people > 0)
        console.log(
          `  ${String(from).padStart(3)} to ${String(to).padStart(3)} ${String(people).padStart(8)} people ${((100 * outcomes) / people).toFixed(1).padStart(6)} % had the outcome`,
        );
  } else console.log(`\nAll rows: no model is used: ${describeRefusal(result.refusal)}.`);
  if (warnings.length > 0) console.log("\nWarnings:");
  for (const warning of warnings) console.log(`  ${describeWarning(warning)}`);
};

/** The parts that the file names, or five of the same share of outcomes. */
const chooseFolds = (
  labels: Uint8Array,
  folds: string[] | undefined,
): { name: string; split: RowSplit }[] => {
  const parts = folds ?? Array.from(stratifiedFolds(labels, 1), String);
  return [...new Set(parts)].sort().map((name) => ({
    name,
    split: {
      train: allRows(labels.length).filter((row) => parts[row] !== name),
      test: allRows(labels.length).filter((row) => parts[row] === name),
    },
  }));
};

try {
  const { path, ...columns } = readArguments();
  const file = readLabelledFile(await readText(path), columns, parseTimes);
  if ("problem" in file) throw new StartError(file.problem);
  const { table, folds, notes } = file;
  const rows = table.labels.length;
  const outcomes = table.labels.reduce((sum, label) => sum + label, 0);
  const kinds = Object.entries(Object.groupBy(table.columns, ({ kind }) => kind));
  console.log(
    `${basename(path)}: ${rows} rows, ${outcomes} with the outcome (${((100 * outcomes) / rows).toFixed(1)} %); ${kinds.map(([kind, found]) => `${found.length} ${kind} columns`).join(", ")}`,
  );
  for (const note of notes) console.log(note);
  if (outcomes > 0 && outcomes < rows && rows >= 20) {
    printSplits(
      "Trained on all parts but one, and measured on that one",
      table,
      chooseFolds(table.labels, folds),
    );
    const forward = table.times ? forwardSplits(table.times) : [];
    if (forward.length > 0)
      printSplits(
        "Forward in time: trained on everything before the part",
        table,
        forward.map((split, index) => ({ name: `later ${index + 1}`, split })),
      );
  }
  printVerdict(table);
} catch (error) {
  console.error(error instanceof StartError ? error.message : error);
  process.exitCode = 1;
}

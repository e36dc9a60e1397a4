import type { ScoreWeights } from "#domain/scoring/model.ts";
import { type BoostedTree, fitBoosting, maxTrees, predictBoosting } from "./boosting.ts";
import type { LogOddsCorrection } from "./calibrate.ts";
import {
  boostingEncoder,
  type ColumnEncoding,
  categoryKey,
  codeCount,
  encodeRows,
  fitEncoder,
  logisticEncoder,
} from "./encoder.ts";
import { fitLogistic, type LogisticFit, predictLogistic } from "./logistic.ts";
import { rowLoss, toLogOdds } from "./metrics.ts";
import { type LearnedModel, type ModelColumn, measureStrengths } from "./model.ts";
import { allRows, type RowSplit, sampleRows } from "./splits.ts";
import { firstCategoryCode, pickLabels, type TrainingTable } from "./table.ts";

export const lambdas = [0.3, 1, 3, 10] as const;
/** Choosing between models, and boosting, need no more rows than this. */
const maxRows = 80_000;
const maxStrengthRows = 5000;

/** The share of outcomes in log-odds, finite even where there is only one outcome. */
const baseLogOdds = (labels: Uint8Array): number =>
  toLogOdds((labels.reduce((sum, label) => sum + label, 0) + 0.5) / (labels.length + 1));

/** The log-odds that the prior gives the rows. Missing values count as 0, as in the fixed scores. */
export const priorLogOdds = (
  table: TrainingTable,
  rows: Uint32Array,
  prior: ScoreWeights | undefined,
): Float64Array => {
  const logOdds = new Float64Array(rows.length).fill(prior?.bias ?? 0);
  if (!prior) return logOdds;
  for (const column of table.columns) {
    const slope = prior.weights[column.name] ?? 0;
    const weights =
      column.kind === "category"
        ? [0, 0, ...column.categories.map((name) => prior.weights[categoryKey(column.name, name)] ?? 0)]
        : [];
    for (let at = 0; at < rows.length; at += 1) {
      const row = rows[at] as number;
      const change =
        column.kind === "number"
          ? slope * (column.values[row] as number)
          : (weights[column.codes[row] as number] ?? 0);
      if (change) logOdds[at] = (logOdds[at] as number) + change;
    }
  }
  return logOdds;
};

/** Pairs of neighbouring ranges of numbers, as indexes of weights. */
const findNeighbours = (encodings: ColumnEncoding[]): Uint32Array => {
  const pairs: number[] = [];
  let start = 0;
  for (const encoding of encodings) {
    const size = codeCount(encoding);
    if (encoding.kind === "number")
      for (let code = 1; code < size - 1; code += 1) pairs.push(start + code, start + code + 1);
    start += size;
  }
  return Uint32Array.from(pairs);
};

type LogisticTask = {
  encodings: ColumnEncoding[];
  sizes: number[];
  codes: Uint8Array;
  labels: Uint8Array;
  offsets: Float64Array;
  neighbours: Uint32Array;
};

const prepareLogistic = (
  table: TrainingTable,
  rows: Uint32Array,
  prior: ScoreWeights | undefined,
): LogisticTask => {
  const encodings = fitEncoder(table, rows, { ...logisticEncoder, prior });
  return {
    encodings,
    sizes: encodings.map(codeCount),
    codes: encodeRows(table, rows, encodings),
    labels: pickLabels(table, rows),
    offsets: priorLogOdds(table, rows, prior),
    neighbours: findNeighbours(encodings),
  };
};

/** Held-out log-odds of every candidate, for all test rows of all splits. */
export type HeldOutPredictions = {
  labels: Uint8Array;
  base: Float64Array;
  prior: Float64Array | undefined;
  logistic: Float64Array;
  lambda: number;
  boosting: Float64Array | undefined;
  trees: number;
};

const concatenate = (parts: Float64Array[]): Float64Array => {
  const whole = new Float64Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
};
const totalLoss = (logOdds: Float64Array, labels: Uint8Array): number =>
  logOdds.reduce((sum, value, row) => sum + rowLoss(value, labels[row] as number), 0);
const indexOfLeast = (values: readonly number[]): number => values.indexOf(Math.min(...values));

/** Trains every candidate on each split's first part and predicts its second part. */
export const predictHeldOut = (
  table: TrainingTable,
  allSplits: readonly RowSplit[],
  { prior, seed, withBoosting }: { prior: ScoreWeights | undefined; seed: number; withBoosting: boolean },
): HeldOutPredictions => {
  const splits = allSplits.map(({ train, test }) => ({
    train: sampleRows(train, maxRows, seed),
    test: sampleRows(test, maxRows, seed),
  }));
  const parts = splits.map(({ train, test }) => {
    const task = prepareLogistic(table, train, prior);
    const testRows = {
      codes: encodeRows(table, test, task.encodings),
      sizes: task.sizes,
      offsets: priorLogOdds(table, test, prior),
    };
    const fits: LogisticFit[] = [];
    // The strongest penalty first, because its solution is near and starts the next search.
    for (const lambda of lambdas.toReversed())
      fits.unshift(fitLogistic(task, { lambda, neighbours: task.neighbours }, fits[0]));
    const labels = pickLabels(table, test);
    return {
      train,
      test,
      task,
      fits,
      labels,
      base: new Float64Array(test.length).fill(baseLogOdds(task.labels)),
      prior: testRows.offsets,
      logistic: fits.map((fit) => predictLogistic(testRows, fit)),
    };
  });
  const labels = Uint8Array.from(parts.flatMap((part) => [...part.labels]));
  const byLambda = lambdas.map((_, index) =>
    concatenate(parts.map(({ logistic }) => logistic[index] as Float64Array)),
  );
  const chosen = indexOfLeast(byLambda.map((logOdds) => totalLoss(logOdds, labels)));
  const common = {
    labels,
    base: concatenate(parts.map(({ base }) => base)),
    prior: prior && concatenate(parts.map((part) => part.prior)),
    logistic: byLambda[chosen] as Float64Array,
    lambda: lambdas[chosen] as number,
  };
  if (!withBoosting) return { ...common, boosting: undefined, trees: 0 };

  const boosted = parts.map(({ train, test, task, fits, logistic, labels: testLabels }) => {
    const encodings = fitEncoder(table, train, boostingEncoder);
    const width = encodings.length;
    const heldOut = {
      codes: encodeRows(table, test, encodings),
      width,
      labels: testLabels,
      offsets: logistic[chosen] as Float64Array,
    };
    const data = {
      codes: encodeRows(table, train, encodings),
      width,
      labels: task.labels,
      offsets: predictLogistic(task, fits[chosen] as LogisticFit),
    };
    return { heldOut, ...fitBoosting(data, { seed, heldOut }) };
  });
  // A split that stopped early keeps its last loss.
  const losses = Array.from({ length: maxTrees + 1 }, (_, trees) =>
    boosted.reduce(
      (sum, part) => sum + (part.losses[trees] ?? part.losses.at(-1) ?? 0) * part.heldOut.labels.length,
      0,
    ),
  );
  const trees = indexOfLeast(losses);
  return {
    ...common,
    trees,
    boosting: concatenate(boosted.map((part) => predictBoosting(part.trees.slice(0, trees), part.heldOut))),
  };
};

export type FitSettings = {
  prior: ScoreWeights | undefined;
  seed: number;
  lambda: number;
  /** 0 for the logistic model alone. */
  trees: number;
  correction: LogOddsCorrection | undefined;
};

/** The learned weights with the prior's, relative to the average training row. */
const toModelColumns = (
  { encodings, sizes, codes }: LogisticTask,
  { weights }: LogisticFit,
  { prior }: FitSettings,
  meanOf: (encoding: ColumnEncoding) => number,
): { columns: ModelColumn[]; average: number } => {
  let start = 0;
  let average = 0;
  const rowCount = codes.length / Math.max(1, sizes.length);
  const columns = encodings.map((encoding, index) => {
    const size = sizes[index] as number;
    const counts = new Float64Array(size);
    for (let at = index; at < codes.length; at += sizes.length)
      counts[codes[at] as number] = (counts[codes[at] as number] as number) + 1;
    const slope = encoding.kind === "number" ? (prior?.weights[encoding.name] ?? 0) : 0;
    const own = Array.from({ length: size }, (_, code) => {
      const category =
        encoding.kind === "category" ? encoding.categories[code - firstCategoryCode] : undefined;
      const given = category === undefined ? 0 : (prior?.weights[categoryKey(encoding.name, category)] ?? 0);
      return (weights[start + code] as number) + given;
    });
    const slopeMean = slope === 0 ? 0 : slope * meanOf(encoding);
    const mean = own.reduce((sum, weight, code) => sum + weight * (counts[code] as number), 0) / rowCount;
    start += size;
    average += mean + slopeMean;
    // Codes that training never saw count as average, unless the prior knows them.
    const centred = own.map((weight, code) =>
      counts[code] === 0 && weight === 0 && slope === 0 ? 0 : weight - mean - slopeMean,
    );
    return { encoding, weights: centred, slope };
  });
  return { columns, average };
};

const scaleTree = (tree: BoostedTree, slope: number): BoostedTree => ({
  ...tree,
  values: tree.values.map((value) => value * slope),
});

/** Trains the chosen candidate on all rows of the table. */
export const fitModel = (table: TrainingTable, settings: FitSettings): LearnedModel => {
  const { prior, seed, lambda, correction = { offset: 0, slope: 1 } } = settings;
  const rows = allRows(table.labels.length);
  const task = prepareLogistic(table, rows, prior);
  const fit = fitLogistic(task, { lambda, neighbours: task.neighbours });
  const meanOf = (encoding: ColumnEncoding): number => {
    const column = table.columns.find(({ name }) => name === encoding.name);
    if (column?.kind !== "number") return 0;
    return column.values.reduce((sum, value) => sum + (value || 0), 0) / Math.max(1, column.values.length);
  };
  const { columns, average } = toModelColumns(task, fit, settings, meanOf);
  const sampled = sampleRows(rows, maxRows, seed);
  const treeEncodings = settings.trees > 0 ? fitEncoder(table, sampled, boostingEncoder) : [];
  const trees =
    settings.trees > 0
      ? fitBoosting(
          {
            codes: encodeRows(table, sampled, treeEncodings),
            width: treeEncodings.length,
            labels: pickLabels(table, sampled),
            offsets: predictLogistic(
              {
                codes: encodeRows(table, sampled, task.encodings),
                sizes: task.sizes,
                offsets: priorLogOdds(table, sampled, prior),
              },
              fit,
            ),
          },
          { trees: settings.trees, seed },
        ).trees
      : [];
  const model = {
    format: 1,
    intercept: correction.offset + correction.slope * (fit.intercept + (prior?.bias ?? 0) + average),
    columns: columns.map(({ encoding, weights, slope }) => ({
      encoding,
      weights: weights.map((weight) => weight * correction.slope),
      slope: slope * correction.slope,
    })),
    treeEncodings,
    trees: trees.map((tree) => scaleTree(tree, correction.slope)),
  } as const;
  return { ...model, strengths: measureStrengths(model, table, sampleRows(rows, maxStrengthRows, seed)) };
};

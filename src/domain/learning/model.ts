import { toProbability } from "#domain/scoring/score.ts";
import type { BoostedTree } from "./boosting.ts";
import {
  type CellEncoder,
  type ColumnEncoding,
  createCellEncoder,
  describeCode,
  encodeRows,
  readCellNumber,
  type ValueRange,
} from "./encoder.ts";
import { type CellValue, type FeatureRow, missingCode, type TrainingTable } from "./table.ts";

export type ModelColumn = {
  encoding: ColumnEncoding;
  /** Log-odds of each code, relative to the average person. */
  weights: number[];
  /** Log-odds per unit of a number that the prior gave a weight; otherwise 0. */
  slope: number;
};

/** A trained model. It is plain JSON: storing and reading it changes nothing. */
export type LearnedModel = {
  format: 1;
  /** The log-odds of the average person. */
  intercept: number;
  columns: ModelColumn[];
  /** Columns of the trees, in finer ranges; empty where the logistic model alone was better. */
  treeEncodings: ColumnEncoding[];
  trees: BoostedTree[];
  /** Mean size of each feature's contributions over the training rows, strongest first. */
  strengths: FeatureStrength[];
};

export type FeatureStrength = { feature: string; logOdds: number; share: number };

export type FeatureContribution = {
  feature: string;
  value: CellValue;
  /** The values for which the model gives this feature the same weight. */
  range: ValueRange;
  logOdds: number;
};

export type PersonExplanation = {
  probability: number;
  /** The intercept and all contributions add up to this. */
  logOdds: number;
  intercept: number;
  /** Strongest first. */
  contributions: FeatureContribution[];
};

type PreparedFeature = {
  name: string;
  encoding: ColumnEncoding;
  encode: CellEncoder;
  weights: number[];
  slope: number;
  /** Where the trees look for the feature's code; -1 where they do not use it. */
  treeIndex: number;
  encodeForTrees: CellEncoder;
};

/** All trees behind each other in typed lists, which are read faster; children are absolute. */
type PreparedTrees = {
  roots: Uint32Array;
  columns: Int16Array;
  thresholds: Uint8Array;
  missingLeft: Uint8Array;
  children: Uint32Array;
  values: Float64Array;
};

const prepareFeatures = ({ columns, treeEncodings }: LearnedModel): PreparedFeature[] => {
  const names = new Set(
    [...columns.map(({ encoding }) => encoding), ...treeEncodings].map(({ name }) => name),
  );
  return [...names].flatMap((name) => {
    const column = columns.find(({ encoding }) => encoding.name === name);
    const treeIndex = treeEncodings.findIndex((encoding) => encoding.name === name);
    const encoding = column?.encoding ?? treeEncodings[treeIndex];
    if (!encoding) return [];
    return [
      {
        name,
        encoding,
        encode: createCellEncoder(encoding),
        weights: column?.weights ?? [],
        slope: column?.slope ?? 0,
        treeIndex,
        encodeForTrees: createCellEncoder(treeEncodings[treeIndex] ?? encoding),
      },
    ];
  });
};

const prepareTrees = (trees: readonly BoostedTree[]): PreparedTrees => {
  const starts: number[] = [];
  let start = 0;
  for (const { columns } of trees) {
    starts.push(start);
    start += columns.length;
  }
  return {
    roots: Uint32Array.from(starts),
    columns: Int16Array.from(trees.flatMap(({ columns }) => columns)),
    thresholds: Uint8Array.from(trees.flatMap(({ thresholds }) => thresholds)),
    missingLeft: Uint8Array.from(trees.flatMap(({ missingLeft }) => missingLeft.map(Number))),
    children: Uint32Array.from(
      trees.flatMap(({ children }, tree) => children.map((child) => (starts[tree] ?? 0) + child)),
    ),
    values: Float64Array.from(trees.flatMap(({ values }) => values)),
  };
};

const sumTrees = (trees: PreparedTrees, codes: Uint8Array, at: number): number => {
  const { roots, columns, thresholds, missingLeft, children, values } = trees;
  let sum = 0;
  for (let tree = 0; tree < roots.length; tree += 1) {
    let node = roots[tree] as number;
    for (let column = columns[node] as number; column >= 0; column = columns[node] as number) {
      const code = codes[at + column] as number;
      const isLeft = code === missingCode ? missingLeft[node] === 1 : code <= (thresholds[node] as number);
      node = (children[node] as number) + (isLeft ? 0 : 1);
    }
    sum += values[node] as number;
  }
  return sum;
};

/** What the logistic part gives a feature's value. */
const linearPart = ({ encoding, encode, weights, slope }: PreparedFeature, value: CellValue): number => {
  const weight = weights[encode(value)] ?? 0;
  return slope === 0 ? weight : weight + slope * (readCellNumber(encoding, value) || 0);
};

/** Prepares the model once for many people. Unknown columns are ignored, absent ones are missing values. */
export const createRowScorer = (model: LearnedModel): ((row: FeatureRow) => number) => {
  const features = prepareFeatures(model).map((feature) => ({
    ...feature,
    missingPart: linearPart(feature, undefined),
  }));
  const byName = new Map(features.map((feature) => [feature.name, feature]));
  // Most features of most people are missing, so a row only corrects what a person without any would get.
  const emptyLogOdds = features.reduce((sum, { missingPart }) => sum + missingPart, model.intercept);
  const trees = prepareTrees(model.trees);
  const codes = new Uint8Array(model.treeEncodings.length);
  return (row) => {
    let logOdds = emptyLogOdds;
    codes.fill(missingCode);
    for (const name in row) {
      const feature = byName.get(name);
      if (!feature) continue;
      const value = row[name];
      logOdds += linearPart(feature, value) - feature.missingPart;
      if (feature.treeIndex >= 0) codes[feature.treeIndex] = feature.encodeForTrees(value);
    }
    return toProbability(logOdds + sumTrees(trees, codes, 0));
  };
};

/** The probability of each person. */
export const score = (model: LearnedModel, rows: readonly FeatureRow[]): Float64Array =>
  Float64Array.from(rows, createRowScorer(model));

/** Adds what each step of the tree's path changes to the column that the step looked at. */
const addPath = (
  tree: BoostedTree,
  codes: Uint8Array,
  at: number,
  add: (column: number, change: number) => void,
) => {
  let node = 0;
  for (let column = tree.columns[0] as number; column >= 0; column = tree.columns[node] as number) {
    const code = codes[at + column] as number;
    const isLeft =
      code === missingCode ? (tree.missingLeft[node] as boolean) : code <= (tree.thresholds[node] as number);
    const child = (tree.children[node] as number) + (isLeft ? 0 : 1);
    add(column, (tree.values[child] as number) - (tree.values[node] as number));
    node = child;
  }
};

/** The average person's log-odds include what each tree gives before its first question. */
const explainedIntercept = ({ intercept, trees }: LearnedModel): number =>
  trees.reduce((sum, { values }) => sum + (values[0] as number), intercept);

/** Why a person has their score, in log-odds. */
export const explain = (model: LearnedModel, row: FeatureRow): PersonExplanation => {
  const features = prepareFeatures(model);
  const codes = new Uint8Array(model.treeEncodings.length);
  const treeParts = new Float64Array(codes.length);
  for (const { name, treeIndex, encodeForTrees } of features)
    if (treeIndex >= 0) codes[treeIndex] = encodeForTrees(row[name]);
  for (const tree of model.trees)
    addPath(tree, codes, 0, (column, change) => {
      treeParts[column] = (treeParts[column] as number) + change;
    });
  const contributions = features
    .map((feature) => ({
      feature: feature.name,
      value: row[feature.name],
      range: describeCode(feature.encoding, feature.encode(row[feature.name])),
      logOdds: linearPart(feature, row[feature.name]) + (treeParts[feature.treeIndex] ?? 0),
    }))
    .sort((a, b) => Math.abs(b.logOdds) - Math.abs(a.logOdds));
  const intercept = explainedIntercept(model);
  const logOdds = contributions.reduce((sum, contribution) => sum + contribution.logOdds, intercept);
  return { probability: toProbability(logOdds), logOdds, intercept, contributions };
};

const numbersOf = (table: TrainingTable, name: string): Float32Array | undefined => {
  const column = table.columns.find((candidate) => candidate.name === name);
  return column?.kind === "number" ? column.values : undefined;
};

/** The log-odds of the given rows of a table. */
export const predictRows = (model: LearnedModel, table: TrainingTable, rows: Uint32Array): Float64Array => {
  const encodings = model.columns.map(({ encoding }) => encoding);
  const codes = encodeRows(table, rows, encodings);
  const logOdds = new Float64Array(rows.length).fill(model.intercept);
  model.columns.forEach(({ encoding, weights, slope }, index) => {
    const numbers = slope === 0 ? undefined : numbersOf(table, encoding.name);
    for (let at = 0; at < rows.length; at += 1) {
      const number = numbers?.[rows[at] as number] ?? Number.NaN;
      const linear = Number.isNaN(number) ? 0 : slope * number;
      logOdds[at] =
        (logOdds[at] as number) +
        (weights[codes[at * encodings.length + index] as number] as number) +
        linear;
    }
  });
  if (model.trees.length === 0) return logOdds;
  const treeCodes = encodeRows(table, rows, model.treeEncodings);
  const trees = prepareTrees(model.trees);
  for (let at = 0; at < rows.length; at += 1)
    logOdds[at] = (logOdds[at] as number) + sumTrees(trees, treeCodes, at * model.treeEncodings.length);
  return logOdds;
};

/** Mean absolute contribution of every feature over the given rows. */
export const measureStrengths = (
  model: Omit<LearnedModel, "strengths">,
  table: TrainingTable,
  rows: Uint32Array,
): FeatureStrength[] => {
  const names = [
    ...new Set(
      [...model.columns.map(({ encoding }) => encoding), ...model.treeEncodings].map(({ name }) => name),
    ),
  ];
  const indexOf = new Map(names.map((name, index) => [name, index]));
  const sums = new Float64Array(names.length);
  const current = new Float64Array(names.length);
  const codes = encodeRows(
    table,
    rows,
    model.columns.map(({ encoding }) => encoding),
  );
  const treeCodes = encodeRows(table, rows, model.treeEncodings);
  const numbers = model.columns.map(({ encoding }) => numbersOf(table, encoding.name));
  const treeIndexes = model.treeEncodings.map(({ name }) => indexOf.get(name) ?? 0);
  for (let at = 0; at < rows.length; at += 1) {
    current.fill(0);
    model.columns.forEach(({ encoding, weights, slope }, index) => {
      const number = slope === 0 ? 0 : (numbers[index]?.[rows[at] as number] ?? 0);
      current[indexOf.get(encoding.name) ?? 0] =
        (weights[codes[at * model.columns.length + index] as number] as number) + (slope * number || 0);
    });
    for (const tree of model.trees)
      addPath(tree, treeCodes, at * model.treeEncodings.length, (column, change) => {
        const index = treeIndexes[column] as number;
        current[index] = (current[index] as number) + change;
      });
    for (let index = 0; index < sums.length; index += 1)
      sums[index] = (sums[index] as number) + Math.abs(current[index] as number);
  }
  const total = sums.reduce((sum, value) => sum + value, 0) || 1;
  return names
    .map((feature, index) => ({
      feature,
      logOdds: (sums[index] as number) / Math.max(1, rows.length),
      share: (sums[index] as number) / total,
    }))
    .sort((a, b) => b.logOdds - a.logOdds || (a.feature < b.feature ? -1 : 1));
};

export type ModelDescription = {
  hash: string;
  kind: "logistic" | "boosting";
  /** The average person's probability. */
  baseline: number;
  trees: number;
  strengths: FeatureStrength[];
  /** What the logistic part gives each range of a feature. */
  effects: { feature: string; ranges: { range: ValueRange; logOdds: number }[] }[];
};

export const describeModel = (model: LearnedModel): ModelDescription => ({
  hash: modelHash(model),
  kind: model.trees.length > 0 ? "boosting" : "logistic",
  baseline: toProbability(explainedIntercept(model)),
  trees: model.trees.length,
  strengths: model.strengths,
  effects: model.columns.map(({ encoding, weights, slope }) => ({
    feature: encoding.name,
    ranges: weights.map((weight, code) => ({
      range: describeCode(encoding, code),
      logOdds: weight + (encoding.kind === "number" && code > 0 ? slope * middleOf(encoding, code) : 0),
    })),
  })),
});

const middleOf = ({ lows, highs }: { lows: number[]; highs: number[] }, code: number): number =>
  ((lows[code - 1] ?? 0) + (highs[code - 1] ?? 0)) / 2;

/** Text of a value with sorted keys, because a database may reorder the keys of JSON. */
const toCanonicalText = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(toCanonicalText).join()}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([key, inner]) => `${JSON.stringify(key)}:${toCanonicalText(inner)}`).join()}}`;
};

/** Identifies a model: 64 bits of FNV-1a in two halves with different starts. Not meant against forgery. */
export const modelHash = (model: LearnedModel): string => {
  const text = toCanonicalText(model);
  return [0x811c9dc5, 0x01000193]
    .map((start) => {
      let state = start;
      for (let index = 0; index < text.length; index += 1)
        state = Math.imul(state ^ text.charCodeAt(index), 0x01000193);
      // A last mix, because the final characters would hardly reach the high bits.
      state = Math.imul(state ^ (state >>> 15), 0x2c1b3c6d);
      return ((state ^ (state >>> 12)) >>> 0).toString(16).padStart(8, "0");
    })
    .join("");
};

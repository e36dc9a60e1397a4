import { rowLoss } from "./metrics.ts";
import { seedSequence } from "./splits.ts";
import { missingCode } from "./table.ts";

/** A binary tree as parallel lists; node 0 is the root. */
export type BoostedTree = {
  /** The column that a node splits; -1 for a leaf. */
  columns: number[];
  /** Codes up to this one go to the left child. */
  thresholds: number[];
  /** Whether missing values go to the left child. */
  missingLeft: boolean[];
  /** The left child; the right child is the next node. */
  children: number[];
  /** What each node adds to the log-odds: a leaf's is used, an inner node's explains the path. */
  values: number[];
};

export type BoostingRows = {
  /** Row after row, one code below 64 for each column. */
  codes: Uint8Array;
  width: number;
  labels: Uint8Array;
  /** Log-odds to start from: those of the logistic model. */
  offsets: Float64Array;
};

const learningRate = 0.05;
const maxLeaves = 8;
export const maxTrees = 300;
const leafPenalty = 1;
const minLeafCurvature = 6;
const minGain = 1e-6;
/** Each tree sees this share of the rows, which makes the trees less alike. */
const rowShare = 0.8;
const patience = 30;
const codeLimit = 64;

type Leaf = {
  node: number;
  /** The leaf's rows are a part of the list of sampled rows. */
  start: number;
  end: number;
  histogram: Float64Array;
  split: { gain: number; column: number; threshold: number; missingLeft: boolean } | undefined;
};

const leafValue = (gradient: number, curvature: number): number => -gradient / (curvature + leafPenalty);
const leafScore = (gradient: number, curvature: number): number => gradient ** 2 / (curvature + leafPenalty);

const applyTree = (tree: BoostedTree, codes: Uint8Array, at: number): number => {
  let node = 0;
  for (;;) {
    const column = tree.columns[node] as number;
    if (column < 0) return tree.values[node] as number;
    const code = codes[at + column] as number;
    const isLeft =
      code === missingCode ? (tree.missingLeft[node] as boolean) : code <= (tree.thresholds[node] as number);
    node = (tree.children[node] as number) + (isLeft ? 0 : 1);
  }
};

/** Sums gradients and curvatures of the rows by column and code. */
const addToHistogram = (
  histogram: Float64Array,
  { codes, width }: BoostingRows,
  rows: Uint32Array,
  start: number,
  end: number,
  gradients: Float64Array,
  curvatures: Float64Array,
): void => {
  for (let index = start; index < end; index += 1) {
    const row = rows[index] as number;
    const gradient = gradients[row] as number;
    const curvature = curvatures[row] as number;
    const at = row * width;
    for (let column = 0; column < width; column += 1) {
      const cell = (column * codeLimit + (codes[at + column] as number)) * 2;
      histogram[cell] = (histogram[cell] as number) + gradient;
      histogram[cell + 1] = (histogram[cell + 1] as number) + curvature;
    }
  }
};

const findSplit = (histogram: Float64Array, width: number): Leaf["split"] => {
  let best: Leaf["split"];
  let bestGain = minGain;
  let gradient = 0;
  let curvature = 0;
  for (let code = 0; code < codeLimit; code += 1) {
    gradient += histogram[code * 2] as number;
    curvature += histogram[code * 2 + 1] as number;
  }
  const whole = leafScore(gradient, curvature);
  for (let column = 0; column < width; column += 1) {
    const start = column * codeLimit * 2;
    const missingGradient = histogram[start] as number;
    const missingCurvature = histogram[start + 1] as number;
    let leftGradient = 0;
    let leftCurvature = 0;
    for (let code = 0; code < codeLimit - 1; code += 1) {
      if (code > 0) {
        const added = histogram[start + code * 2 + 1] as number;
        if (added === 0) continue;
        leftGradient += histogram[start + code * 2] as number;
        leftCurvature += added;
      }
      const isMissingOften = missingCurvature > 1e-12;
      if (code === 0 && !isMissingOften) continue;
      for (const missingLeft of isMissingOften && code > 0 ? [true, false] : [code === 0]) {
        const g = leftGradient + (missingLeft ? missingGradient : 0);
        const h = leftCurvature + (missingLeft ? missingCurvature : 0);
        if (h < minLeafCurvature) continue;
        if (curvature - h < minLeafCurvature) continue;
        const gain = leafScore(g, h) + leafScore(gradient - g, curvature - h) - whole;
        if (gain <= bestGain) continue;
        bestGain = gain;
        // Where training saw no missing values, they follow the larger part.
        best = {
          gain,
          column,
          threshold: code,
          missingLeft: isMissingOften ? missingLeft : 2 * h > curvature,
        };
      }
    }
  }
  return best;
};

/** Moves the rows of the left child to the front and returns their number. */
const partitionRows = (
  { codes, width }: BoostingRows,
  rows: Uint32Array,
  { column, threshold, missingLeft }: NonNullable<Leaf["split"]>,
): number => {
  const right = new Uint32Array(rows.length);
  let leftCount = 0;
  let rightCount = 0;
  for (let at = 0; at < rows.length; at += 1) {
    const row = rows[at] as number;
    const code = codes[row * width + column] as number;
    if (code === missingCode ? missingLeft : code <= threshold) {
      rows[leftCount] = row;
      leftCount += 1;
    } else {
      right[rightCount] = row;
      rightCount += 1;
    }
  }
  rows.set(right.subarray(0, rightCount), leftCount);
  return leftCount;
};

/** Grows one tree leaf by leaf; the leaf whose split gains most is split next. */
const growTree = (
  data: BoostingRows,
  sampled: Uint32Array,
  gradients: Float64Array,
  curvatures: Float64Array,
): BoostedTree => {
  const { width } = data;
  const tree: BoostedTree = { columns: [], thresholds: [], missingLeft: [], children: [], values: [] };
  const addLeaf = (start: number, end: number, histogram: Float64Array): Leaf => {
    let gradient = 0;
    let curvature = 0;
    for (let code = 0; code < codeLimit; code += 1) {
      gradient += histogram[code * 2] as number;
      curvature += histogram[code * 2 + 1] as number;
    }
    tree.columns.push(-1);
    tree.thresholds.push(0);
    tree.missingLeft.push(false);
    tree.children.push(0);
    tree.values.push(learningRate * leafValue(gradient, curvature));
    return { node: tree.columns.length - 1, start, end, histogram, split: findSplit(histogram, width) };
  };
  const buildHistogram = (start: number, end: number): Float64Array => {
    const histogram = new Float64Array(width * codeLimit * 2);
    addToHistogram(histogram, data, sampled, start, end, gradients, curvatures);
    return histogram;
  };
  const leaves = [addLeaf(0, sampled.length, buildHistogram(0, sampled.length))];
  while (leaves.length < maxLeaves) {
    const gains = leaves.map(({ split }) => split?.gain ?? 0);
    const index = gains.indexOf(Math.max(...gains));
    const leaf = leaves[index];
    if (!leaf?.split) break;
    const { column, threshold, missingLeft } = leaf.split;
    const middle = leaf.start + partitionRows(data, sampled.subarray(leaf.start, leaf.end), leaf.split);
    // Only the smaller part is counted; the other one is the difference.
    const isLeftSmaller = middle - leaf.start <= leaf.end - middle;
    const counted = isLeftSmaller ? buildHistogram(leaf.start, middle) : buildHistogram(middle, leaf.end);
    const other = leaf.histogram;
    for (let cell = 0; cell < other.length; cell += 1) {
      const difference = (other[cell] as number) - (counted[cell] as number);
      // Rounding must not leave rows in an empty cell.
      other[cell] = Math.abs(difference) < 1e-9 ? 0 : difference;
    }
    tree.columns[leaf.node] = column;
    tree.thresholds[leaf.node] = threshold;
    tree.missingLeft[leaf.node] = missingLeft;
    tree.children[leaf.node] = tree.columns.length;
    leaves.splice(
      index,
      1,
      addLeaf(leaf.start, middle, isLeftSmaller ? counted : other),
      addLeaf(middle, leaf.end, isLeftSmaller ? other : counted),
    );
  }
  return tree;
};

const addTree = (logOdds: Float64Array, tree: BoostedTree, { codes, width }: BoostingRows): void => {
  for (let row = 0; row < logOdds.length; row += 1)
    logOdds[row] = (logOdds[row] as number) + applyTree(tree, codes, row * width);
};

/** The log-odds of every row after all trees. */
export const predictBoosting = (trees: BoostedTree[], rows: BoostingRows): Float64Array => {
  const logOdds = rows.offsets.slice();
  for (const tree of trees) addTree(logOdds, tree, rows);
  return logOdds;
};

const meanLoss = (logOdds: Float64Array, labels: Uint8Array): number =>
  logOdds.reduce((sum, value, row) => sum + rowLoss(value, labels[row] as number), 0) / labels.length;

/**
 * Gradient boosting on histograms, on top of the given log-odds. With held-out rows it stops when their loss has not
 * improved for a while, and returns that loss after each number of trees, starting with none.
 */
export const fitBoosting = (
  data: BoostingRows,
  { trees: treeCount = maxTrees, seed, heldOut }: { trees?: number; seed: number; heldOut?: BoostingRows },
): { trees: BoostedTree[]; losses: number[] } => {
  const count = data.labels.length;
  const trees: BoostedTree[] = [];
  const logOdds = data.offsets.slice();
  const heldOutLogOdds = heldOut?.offsets.slice();
  const losses = heldOut ? [meanLoss(heldOut.offsets, heldOut.labels)] : [];
  const gradients = new Float64Array(count);
  const curvatures = new Float64Array(count);
  const sampled = new Uint32Array(count);
  const next = seedSequence(seed);
  let best = 0;
  while (trees.length < treeCount) {
    for (let row = 0; row < count; row += 1) {
      const probability = 1 / (1 + Math.exp(-(logOdds[row] as number)));
      gradients[row] = probability - (data.labels[row] as number);
      curvatures[row] = probability * (1 - probability);
    }
    let size = 0;
    for (let row = 0; row < count; row += 1)
      if (next() < rowShare) {
        sampled[size] = row;
        size += 1;
      }
    const tree = growTree(data, sampled.subarray(0, size), gradients, curvatures);
    if (tree.columns.length === 1) break;
    trees.push(tree);
    addTree(logOdds, tree, data);
    if (!heldOut || !heldOutLogOdds) continue;
    addTree(heldOutLogOdds, tree, heldOut);
    losses.push(meanLoss(heldOutLogOdds, heldOut.labels));
    if ((losses[trees.length] as number) < (losses[best] as number)) best = trees.length;
    if (trees.length - best >= patience) break;
  }
  return { trees, losses };
};

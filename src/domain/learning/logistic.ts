import { factorise, solveFactorised, solveIterative } from "./linear-system.ts";
import { rowLoss } from "./metrics.ts";

/** Rows whose features are codes: each column of a row switches on exactly one weight. */
export type LogisticRows = {
  /** Row after row, one code for each column. */
  codes: Uint8Array;
  /** The number of codes of each column. */
  sizes: readonly number[];
  labels: Uint8Array;
  /** Log-odds of the prior for each row; the weights only learn the difference. */
  offsets: Float64Array;
};

export type LogisticFit = { intercept: number; weights: Float64Array };

export type LogisticPenalty = {
  lambda: number;
  /** Pairs of neighbouring ranges, whose weights are also drawn to each other. */
  neighbours: Uint32Array;
};

/** Weight of the difference between neighbouring ranges, relative to lambda. */
const neighbourWeight = 10;
const interceptPenalty = 1e-3;
const maxIterations = 40;
/** The Hessian only directs the steps, so a part of the rows suffices for it. */
const maxHessianCells = 2_000_000;
const minHessianRowsPerWeight = 4;
/** Beyond this the Hessian is not stored, because it would not fit into the processor's cache. */
const maxDenseWeights = 400;
/** Operations per cell that the iterative solution of a step takes about. */
const iterativeCost = 100;

const startOf = (sizes: readonly number[]): Uint32Array => {
  const starts = new Uint32Array(sizes.length + 1);
  sizes.forEach((size, index) => {
    starts[index + 1] = (starts[index] as number) + size;
  });
  return starts;
};

/** Log-odds of every row. The intercept is the last parameter. */
const computeLogOdds = ({ codes, sizes, offsets }: LogisticRows, parameters: Float64Array): Float64Array => {
  const starts = startOf(sizes);
  const width = sizes.length;
  const intercept = parameters[parameters.length - 1] as number;
  const result = new Float64Array(offsets.length);
  for (let row = 0, at = 0; row < result.length; row += 1) {
    let sum = (offsets[row] as number) + intercept;
    for (let column = 0; column < width; column += 1, at += 1)
      sum += parameters[(starts[column] as number) + (codes[at] as number)] as number;
    result[row] = sum;
  }
  return result;
};

export const predictLogistic = (rows: Omit<LogisticRows, "labels">, fit: LogisticFit): Float64Array => {
  const parameters = new Float64Array(fit.weights.length + 1);
  parameters.set(fit.weights);
  parameters[fit.weights.length] = fit.intercept;
  return computeLogOdds({ ...rows, labels: new Uint8Array(0) }, parameters);
};

/** Adds the product of penalty matrix and vector to `target`, and returns the penalty of the vector. */
const addPenalty = (
  vector: Float64Array,
  { lambda, neighbours }: LogisticPenalty,
  target: Float64Array,
): number => {
  const last = vector.length - 1;
  let penalty = 0;
  for (let index = 0; index <= last; index += 1) {
    const value = vector[index] as number;
    const weight = index === last ? interceptPenalty : lambda;
    target[index] = (target[index] as number) + weight * value;
    penalty += (weight * value * value) / 2;
  }
  const strength = lambda * neighbourWeight;
  for (let pair = 0; pair < neighbours.length; pair += 2) {
    const a = neighbours[pair] as number;
    const b = neighbours[pair + 1] as number;
    const difference = (vector[a] as number) - (vector[b] as number);
    target[a] = (target[a] as number) + strength * difference;
    target[b] = (target[b] as number) - strength * difference;
    penalty += (strength * difference * difference) / 2;
  }
  return penalty;
};

const computeGradient = (
  { codes, sizes, labels }: LogisticRows,
  logOdds: Float64Array,
  curvatures: Float64Array,
): Float64Array => {
  const starts = startOf(sizes);
  const width = sizes.length;
  const last = starts[width] as number;
  const gradient = new Float64Array(last + 1);
  for (let row = 0, at = 0; row < labels.length; row += 1) {
    const probability = 1 / (1 + Math.exp(-(logOdds[row] as number)));
    const error = probability - (labels[row] as number);
    curvatures[row] = probability * (1 - probability);
    gradient[last] = (gradient[last] as number) + error;
    for (let column = 0; column < width; column += 1, at += 1) {
      const index = (starts[column] as number) + (codes[at] as number);
      gradient[index] = (gradient[index] as number) + error;
    }
  }
  return gradient;
};

/** Every how many rows one counts for the Hessian. */
const hessianStep = (rowCount: number, width: number, weightCount: number): number => {
  const needed = Math.max(maxHessianCells / Math.max(1, width), minHessianRowsPerWeight * weightCount);
  return Math.max(1, Math.ceil(rowCount / needed));
};

/** The lower triangle of the Hessian. Pairs of codes in the same row are counted with the row's curvature. */
const computeHessian = (
  { codes, sizes }: LogisticRows,
  curvatures: Float64Array,
  { lambda, neighbours }: LogisticPenalty,
): Float64Array => {
  const starts = startOf(sizes);
  const width = sizes.length;
  const last = starts[width] as number;
  const size = last + 1;
  const hessian = new Float64Array(size * size);
  const step = hessianStep(curvatures.length, width, size);
  const active = new Uint32Array(width);
  for (let row = 0; row < curvatures.length; row += step) {
    const weight = (curvatures[row] as number) * step;
    const at = row * width;
    for (let column = 0; column < width; column += 1) {
      const index = (starts[column] as number) + (codes[at + column] as number);
      active[column] = index;
      const line = index * size;
      for (let other = 0; other <= column; other += 1) {
        const cell = line + (active[other] as number);
        hessian[cell] = (hessian[cell] as number) + weight;
      }
    }
    hessian[size * size - 1] = (hessian[size * size - 1] as number) + weight;
  }
  const add = (row: number, column: number, value: number): void => {
    hessian[row * size + column] = (hessian[row * size + column] as number) + value;
  };
  for (let index = 0; index < last; index += 1) {
    // A code's own curvature is also its product with the intercept.
    hessian[last * size + index] = hessian[index * size + index] as number;
    add(index, index, lambda);
  }
  add(last, last, interceptPenalty);
  for (let pair = 0; pair < neighbours.length; pair += 2) {
    const a = neighbours[pair] as number;
    const b = neighbours[pair + 1] as number;
    add(a, a, lambda * neighbourWeight);
    add(b, b, lambda * neighbourWeight);
    add(Math.max(a, b), Math.min(a, b), -lambda * neighbourWeight);
  }
  return hessian;
};

const isDenseCheaper = (weightCount: number, { labels, sizes }: LogisticRows): boolean => {
  const sampled = labels.length / hessianStep(labels.length, sizes.length, weightCount);
  const denseCost = (sampled * sizes.length ** 2) / 2 + weightCount ** 3 / 6;
  return weightCount <= maxDenseWeights && denseCost < iterativeCost * sampled * sizes.length;
};

/** The Newton step from products of the Hessian with vectors, for many weights. */
const solveByProducts = (
  rows: LogisticRows,
  gradient: Float64Array,
  curvatures: Float64Array,
  penalty: LogisticPenalty,
): Float64Array => {
  const { codes, sizes } = rows;
  const starts = startOf(sizes);
  const width = sizes.length;
  const last = gradient.length - 1;
  const rowStep = hessianStep(curvatures.length, width, gradient.length);
  const multiply = (vector: Float64Array): Float64Array => {
    const result = new Float64Array(vector.length);
    for (let row = 0; row < curvatures.length; row += rowStep) {
      const at = row * width;
      let sum = vector[last] as number;
      for (let column = 0; column < width; column += 1)
        sum += vector[(starts[column] as number) + (codes[at + column] as number)] as number;
      sum *= rowStep * (curvatures[row] as number);
      result[last] = (result[last] as number) + sum;
      for (let column = 0; column < width; column += 1) {
        const index = (starts[column] as number) + (codes[at + column] as number);
        result[index] = (result[index] as number) + sum;
      }
    }
    addPenalty(vector, penalty, result);
    return result;
  };
  const diagonal = new Float64Array(gradient.length).fill(penalty.lambda);
  for (let row = 0, at = 0; row < curvatures.length; row += 1) {
    const weight = curvatures[row] as number;
    diagonal[last] = (diagonal[last] as number) + weight;
    for (let column = 0; column < width; column += 1, at += 1) {
      const index = (starts[column] as number) + (codes[at] as number);
      diagonal[index] = (diagonal[index] as number) + weight;
    }
  }
  for (const index of penalty.neighbours)
    diagonal[index] = (diagonal[index] as number) + penalty.lambda * neighbourWeight;
  return solveIterative(multiply, diagonal, gradient);
};

/** A step that lowers the decrement by less than this factor is followed by one with a new Hessian. */
const slowDecrease = 8;

/**
 * Returns Newton steps. A factorised Hessian is used as long as the decrement falls quickly, because making a new one
 * takes most of the time; it only directs the steps, so the solution is the same.
 */
const createStepper = (rows: LogisticRows, penalty: LogisticPenalty, weightCount: number) => {
  const isDense = isDenseCheaper(weightCount, rows);
  let factor: Float64Array | undefined;
  let before = Number.POSITIVE_INFINITY;
  return {
    solve: (gradient: Float64Array, curvatures: Float64Array) => {
      const isNew = !isDense || factor === undefined;
      if (isDense) factor ??= factorise(computeHessian(rows, curvatures, penalty), gradient.length);
      const step = factor
        ? solveFactorised(factor, gradient)
        : solveByProducts(rows, gradient, curvatures, penalty);
      const decrement = step.reduce((sum, value, index) => sum + value * (gradient[index] as number), 0);
      if (!(decrement * slowDecrease < before)) factor = undefined;
      before = decrement;
      return { step, decrement, isNew };
    },
    renew: (): void => {
      factor = undefined;
    },
  };
};

/**
 * Penalised logistic regression by Newton's method. The penalty bounds the weights of separable and of collinear
 * columns, and a step that does not lower the loss is halved.
 */
export const fitLogistic = (
  rows: LogisticRows,
  penalty: LogisticPenalty,
  start?: LogisticFit,
): LogisticFit => {
  const last = rows.sizes.reduce((sum, size) => sum + size, 0);
  let parameters = new Float64Array(last + 1);
  if (start) {
    parameters.set(start.weights);
    parameters[last] = start.intercept;
  }
  const curvatures = new Float64Array(rows.labels.length);
  const objective = (logOdds: Float64Array, at: Float64Array): number => {
    let loss = addPenalty(at, penalty, new Float64Array(at.length));
    for (let row = 0; row < logOdds.length; row += 1)
      loss += rowLoss(logOdds[row] as number, rows.labels[row] as number);
    return loss;
  };
  let logOdds = computeLogOdds(rows, parameters);
  let loss = objective(logOdds, parameters);
  const stepper = createStepper(rows, penalty, parameters.length);
  for (let iteration = 0; iteration < maxIterations; iteration += 1) {
    const gradient = computeGradient(rows, logOdds, curvatures);
    addPenalty(parameters, penalty, gradient);
    const { step, decrement, isNew } = stepper.solve(gradient, curvatures);
    if (!(decrement > 1e-7 * (1 + loss))) break;
    let isLower = false;
    for (let scale = 1; scale > 1e-6 && !isLower; scale /= 2) {
      const next = parameters.map((value, index) => value - scale * (step[index] as number));
      const nextLogOdds = computeLogOdds(rows, next);
      const nextLoss = objective(nextLogOdds, next);
      isLower = nextLoss < loss - 1e-4 * scale * decrement;
      if (isLower) [parameters, logOdds, loss] = [next, nextLogOdds, nextLoss];
    }
    if (!isLower && isNew) break;
    if (!isLower) stepper.renew();
  }
  return { intercept: parameters[last] as number, weights: parameters.slice(0, last) };
};

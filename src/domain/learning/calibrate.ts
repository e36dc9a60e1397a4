import { rowLoss } from "./metrics.ts";

/** Corrects log-odds linearly, so that contributions still add up. */
export type LogOddsCorrection = { offset: number; slope: number };

/** Pulls the correction towards none, as if so many rows had shown that none is needed. */
const pull = 2;

/** Platt scaling by Newton's method: the line through the log-odds with the least loss. */
const fitCorrection = (logOdds: Float64Array, labels: Uint8Array): LogOddsCorrection => {
  let offset = 0;
  let slope = 1;
  for (let iteration = 0; iteration < 20; iteration += 1) {
    let [g0, g1, h00, h01, h11] = [pull * offset, pull * (slope - 1), pull, 0, pull];
    for (let row = 0; row < labels.length; row += 1) {
      const value = logOdds[row] as number;
      const probability = 1 / (1 + Math.exp(-(offset + slope * value)));
      const error = probability - (labels[row] as number);
      const curvature = probability * (1 - probability);
      g0 += error;
      g1 += error * value;
      h00 += curvature;
      h01 += curvature * value;
      h11 += curvature * value * value;
    }
    const determinant = h00 * h11 - h01 * h01;
    const stepOffset = (h11 * g0 - h01 * g1) / determinant;
    const stepSlope = (h00 * g1 - h01 * g0) / determinant;
    // Long steps are shortened: far from the solution the quadratic form is a poor guide.
    const scale = Math.min(1, 1 / Math.max(Math.abs(stepOffset), Math.abs(stepSlope), 1e-12));
    offset -= scale * stepOffset;
    slope -= scale * stepSlope;
    if (Math.abs(stepOffset) + Math.abs(stepSlope) < 1e-9) break;
  }
  return { offset, slope: Math.max(0.1, slope) };
};

/** Mean and standard error of how much lower the loss of `better` is. */
export const compareLosses = (
  better: Float64Array,
  worse: Float64Array,
  labels: Uint8Array,
): { gain: number; error: number } => {
  let sum = 0;
  let squares = 0;
  for (let row = 0; row < labels.length; row += 1) {
    const label = labels[row] as number;
    const gain = rowLoss(worse[row] as number, label) - rowLoss(better[row] as number, label);
    sum += gain;
    squares += gain * gain;
  }
  const count = Math.max(1, labels.length);
  const mean = sum / count;
  return { gain: mean, error: Math.sqrt(Math.max(0, squares / count - mean * mean) / count) };
};

/**
 * The correction for held-out log-odds, and these after corrections that were fitted to the other half of the rows.
 * Undefined where it does not help on rows that it was not fitted to.
 */
export const findCorrection = (
  logOdds: Float64Array,
  labels: Uint8Array,
): { correction: LogOddsCorrection; corrected: Float64Array } | undefined => {
  const corrected = new Float64Array(logOdds.length);
  for (const half of [0, 1]) {
    const { offset, slope } = fitCorrection(
      logOdds.filter((_, row) => row % 2 !== half),
      labels.filter((_, row) => row % 2 !== half),
    );
    for (let row = half; row < logOdds.length; row += 2)
      corrected[row] = offset + slope * (logOdds[row] as number);
  }
  const { gain, error } = compareLosses(corrected, logOdds, labels);
  return gain > error ? { correction: fitCorrection(logOdds, labels), corrected } : undefined;
};

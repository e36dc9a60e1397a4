import type { ScoreWeights } from "#domain/scoring/model.ts";
import { compareLosses, findCorrection, type LogOddsCorrection } from "./calibrate.ts";
import { fitModel, type HeldOutPredictions, predictHeldOut } from "./candidates.ts";
import { isInPrior } from "./encoder.ts";
import {
  type CalibrationPoint,
  calibrationCurve,
  type ModelMetrics,
  measurePredictions,
  type ScoreBand,
  scoreBands,
} from "./metrics.ts";
import type { LearnedModel } from "./model.ts";
import { type ColumnWarning, screenColumns } from "./screen-columns.ts";
import { splitTable } from "./splits.ts";
import type { TrainingTable } from "./table.ts";

export type TrainingOptions = {
  /** Hand-set weights by column, or by `column=category`; the penalty draws the weights to them. */
  prior?: ScoreWeights | undefined;
  seed?: number | undefined;
};

export type TrainingReport = {
  rows: number;
  outcomes: number;
  /** Judged on later rows than it was trained on; otherwise on other rows. */
  isForward: boolean;
  /** How each candidate did on rows that it was not trained on. */
  candidates: {
    base: ModelMetrics;
    prior?: ModelMetrics | undefined;
    logistic: ModelMetrics;
    boosting?: ModelMetrics | undefined;
  };
  /** The penalty of the logistic model. */
  lambda: number;
  /** The best number of trees, whether or not boosting was chosen. */
  trees: number;
  choice: "logistic" | "boosting";
  /** The chosen candidate after its correction. */
  chosen: ModelMetrics;
  isCorrected: boolean;
  calibration: CalibrationPoint[];
  bands: ScoreBand[];
  /** The same of the prior. */
  priorCalibration: CalibrationPoint[];
  priorBands: ScoreBand[];
  warnings: ColumnWarning[];
};

export type TrainingRefusal =
  | { code: "not_enough_history"; of: "people" | "outcomes"; have: number; need: number }
  | { code: "one_outcome" }
  | { code: "no_usable_columns" }
  /** The base rate predicts later rows as well. */
  | { code: "no_usable_signal"; logLoss: number; baseLogLoss: number }
  | { code: "prior_is_better"; logLoss: number; priorLogLoss: number };

export type TrainingResult =
  | { ok: true; model: LearnedModel; report: TrainingReport }
  | { ok: false; refusal: TrainingRefusal; warnings: ColumnWarning[]; report?: TrainingReport };

const minRows = 20;
const minRarer = 4;
const minBoostingRows = 1000;
const minBoostingRarer = 200;
/**
 * Standard errors by which the gain over the base rate must exceed zero, because noise also gains at times. Fewer with
 * a prior, which a gain must exceed as well.
 */
const signalErrors = { alone: 2, withPrior: 1.5 };

/** Everything about a table that has to be known before a model is fitted to all of its rows. */
export type ModelComparison = {
  table: TrainingTable;
  report: TrainingReport;
  refusal: TrainingRefusal | undefined;
  correction: LogOddsCorrection | undefined;
};

export const compareModels = (
  given: TrainingTable,
  { prior, seed = 1 }: TrainingOptions = {},
): ModelComparison | { refusal: TrainingRefusal; warnings: ColumnWarning[] } => {
  const rows = given.labels.length;
  const outcomes = given.labels.reduce((sum, label) => sum + label, 0);
  const rarer = Math.min(outcomes, rows - outcomes);
  const refuse = (refusal: TrainingRefusal, warnings: ColumnWarning[] = []) => ({ refusal, warnings });
  if (rows < minRows) return refuse({ code: "not_enough_history", of: "people", have: rows, need: minRows });
  if (rarer === 0) return refuse({ code: "one_outcome" });
  if (rarer < minRarer)
    return refuse({ code: "not_enough_history", of: "outcomes", have: rarer, need: minRarer });
  const { columns, warnings } = screenColumns(given, seed);
  if (columns.length === 0) return refuse({ code: "no_usable_columns" }, warnings);
  // Columns of the prior keep its weight even where the training rows do not differ in them.
  const kept = new Set(columns);
  const table = {
    ...given,
    columns: given.columns.filter((column) => kept.has(column) || isInPrior(column, prior)),
  };
  const withBoosting = rows >= minBoostingRows && rarer >= minBoostingRarer;
  const { splits, isForward } = splitTable(table, seed);
  const heldOut = predictHeldOut(table, splits, { prior, seed, withBoosting });
  const { labels, base, logistic, boosting } = heldOut;
  const isBoosted = boosting !== undefined && heldOut.trees > 0 && isBetter(boosting, logistic, labels);
  const plain = isBoosted ? boosting : logistic;
  const found = findCorrection(plain, labels);
  const chosen = found?.corrected ?? plain;
  const report: TrainingReport = {
    rows,
    outcomes,
    isForward,
    candidates: {
      base: measurePredictions(base, labels),
      prior: heldOut.prior && measurePredictions(heldOut.prior, labels),
      logistic: measurePredictions(logistic, labels),
      boosting: boosting && measurePredictions(boosting, labels),
    },
    lambda: heldOut.lambda,
    trees: heldOut.trees,
    choice: isBoosted ? "boosting" : "logistic",
    chosen: measurePredictions(chosen, labels),
    isCorrected: found !== undefined,
    calibration: calibrationCurve(chosen, labels),
    bands: scoreBands(chosen, labels),
    priorCalibration: heldOut.prior ? calibrationCurve(heldOut.prior, labels) : [],
    priorBands: heldOut.prior ? scoreBands(heldOut.prior, labels) : [],
    warnings,
  };
  return { table, report, correction: found?.correction, refusal: judge(heldOut, chosen, report) };
};

const isBetter = (better: Float64Array, worse: Float64Array, labels: Uint8Array): boolean => {
  const { gain, error } = compareLosses(better, worse, labels);
  return gain > error;
};

/** A learned model has to beat the base rate clearly and the prior at all. */
const judge = (
  { labels, base, prior }: HeldOutPredictions,
  chosen: Float64Array,
  { candidates, chosen: { logLoss } }: TrainingReport,
): TrainingRefusal | undefined => {
  const { gain, error } = compareLosses(chosen, base, labels);
  if (!(gain > error * (prior ? signalErrors.withPrior : signalErrors.alone)))
    return { code: "no_usable_signal", logLoss, baseLogLoss: candidates.base.logLoss };
  if (prior && !(compareLosses(chosen, prior, labels).gain > 0))
    return { code: "prior_is_better", logLoss, priorLogLoss: candidates.prior?.logLoss ?? 0 };
  return undefined;
};

/** Learns a model of the labels, or says why there is none to use. */
export const train = (table: TrainingTable, options: TrainingOptions = {}): TrainingResult => {
  const comparison = compareModels(table, options);
  if (!("report" in comparison)) return { ok: false, ...comparison };
  const { report, refusal, correction } = comparison;
  if (refusal) return { ok: false, refusal, warnings: report.warnings, report };
  const settings = {
    prior: options.prior,
    seed: options.seed ?? 1,
    lambda: report.lambda,
    trees: report.choice === "boosting" ? report.trees : 0,
    correction,
  };
  return { ok: true, model: fitModel(comparison.table, settings), report };
};

import { toProbability } from "#domain/scoring/score.ts";

export const toLogOdds = (probability: number): number => Math.log(probability / (1 - probability));

/** The log-loss of one row, without overflow for any log-odds. */
export const rowLoss = (logOdds: number, label: number): number => {
  const wrong = label === 1 ? -logOdds : logOdds;
  return wrong > 0 ? wrong + Math.log1p(Math.exp(-wrong)) : Math.log1p(Math.exp(wrong));
};

export type CalibrationPoint = {
  /** Mean predicted probability and observed share of the people in one of ten bins of the score. */
  predicted: number;
  observed: number;
  people: number;
};

/** What happened to the people whose score was between `from` and `to`. */
export type ScoreBand = { from: number; to: number; people: number; outcomes: number };

export type ModelMetrics = {
  rows: number;
  outcomes: number;
  auc: number;
  logLoss: number;
  brier: number;
  /** Expected calibration error over ten bins of equal width. */
  ece: number;
  /** The calibration error that chance alone gives so many rows, even where every probability is right. */
  eceByChance: number;
};

/** The chance that a random positive row has a higher value than a random negative one; ties count half. */
export const computeAuc = (values: Float64Array, labels: Uint8Array): number => {
  const positives = values.filter((_, row) => labels[row] === 1).sort();
  const negatives = values.filter((_, row) => labels[row] !== 1).sort();
  if (positives.length === 0 || negatives.length === 0) return 0.5;
  let wins = 0;
  let below = 0;
  let equal = 0;
  for (const value of positives) {
    while (below < negatives.length && (negatives[below] as number) < value) below += 1;
    equal = Math.max(equal, below);
    while (equal < negatives.length && negatives[equal] === value) equal += 1;
    wins += (below + equal) / 2;
  }
  return wins / positives.length / negatives.length;
};

const binCount = 10;

export const scoreBands = (logOdds: Float64Array, labels: Uint8Array): ScoreBand[] =>
  groupByScore(logOdds, labels).map(({ people, outcomes }, bin) => ({
    from: bin * 10,
    to: (bin + 1) * 10,
    people,
    outcomes,
  }));

const groupByScore = (logOdds: Float64Array, labels: Uint8Array) => {
  const bins = Array.from({ length: binCount }, () => ({
    people: 0,
    outcomes: 0,
    predicted: 0,
    variance: 0,
  }));
  for (let row = 0; row < labels.length; row += 1) {
    const probability = toProbability(logOdds[row] as number);
    const bin = bins[Math.min(binCount - 1, Math.floor(probability * binCount))];
    if (!bin) continue;
    bin.people += 1;
    bin.outcomes += labels[row] as number;
    bin.predicted += probability;
    bin.variance += probability * (1 - probability);
  }
  return bins;
};

export const calibrationCurve = (logOdds: Float64Array, labels: Uint8Array): CalibrationPoint[] =>
  groupByScore(logOdds, labels).flatMap(({ people, outcomes, predicted }) =>
    people === 0 ? [] : [{ predicted: predicted / people, observed: outcomes / people, people }],
  );

export const measurePredictions = (logOdds: Float64Array, labels: Uint8Array): ModelMetrics => {
  let loss = 0;
  let squares = 0;
  let outcomes = 0;
  for (let row = 0; row < labels.length; row += 1) {
    const label = labels[row] as number;
    const value = logOdds[row] as number;
    loss += rowLoss(value, label);
    squares += (toProbability(value) - label) ** 2;
    outcomes += label;
  }
  const rows = labels.length;
  const ece = calibrationCurve(logOdds, labels).reduce(
    (sum, { predicted, observed, people }) => sum + (people / rows) * Math.abs(predicted - observed),
    0,
  );
  return {
    rows,
    outcomes,
    auc: computeAuc(logOdds, labels),
    logLoss: loss / rows,
    brier: squares / rows,
    ece,
    eceByChance: groupByScore(logOdds, labels).reduce(
      (sum, { variance }) => sum + Math.sqrt((2 / Math.PI) * variance) / rows,
      0,
    ),
  };
};

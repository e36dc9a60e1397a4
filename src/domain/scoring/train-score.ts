import { rowLoss } from "#domain/learning/metrics.ts";
import {
  describeModel,
  type LearnedModel,
  type ModelDescription,
  predictRows,
} from "#domain/learning/model.ts";
import { allRows } from "#domain/learning/splits.ts";
import { missingCode, selectRows, type TableColumn, type TrainingTable } from "#domain/learning/table.ts";
import {
  type TrainingRefusal,
  type TrainingReport,
  type TrainingResult,
  train,
} from "#domain/learning/train.ts";
import { priorModel, type ScoreName, type ScoreWeights } from "./model.ts";
import type { OutcomeLabel } from "./outcomes.ts";
import { toProbability } from "./score.ts";
import type { outcomeBases } from "./training.ts";

/** Moments of people, row by row. */
export type ScoreExamples = {
  columns: TableColumn[];
  /** Milliseconds since 1970. */
  times: Float64Array;
  /** Consecutive numbers of the people that the rows are about. */
  people: Uint32Array;
  labels: readonly (OutcomeLabel | undefined)[];
};

/** Of the rarer outcome, in people. */
export const neededPeople = 10;

/** How many people with a known outcome there are. */
export type KnownOutcomes = {
  /** `so_far`: few windows are over yet, so what happened until now counts. */
  basis: (typeof outcomeBases)[number];
  people: number;
  outcomes: number;
  others: number;
};

export type ScoreTraining = KnownOutcomes & {
  refusal: TrainingRefusal | undefined;
  report: TrainingReport | undefined;
  model: LearnedModel | undefined;
  description: ModelDescription | undefined;
};

const countOutcomes = (
  { people, labels }: ScoreExamples,
  basis: KnownOutcomes["basis"],
  isKnown: (label: OutcomeLabel) => boolean,
): KnownOutcomes & { rows: Uint32Array } => {
  const rows = allRows(labels.length).filter((row) => {
    const label = labels[row];
    return label !== undefined && isKnown(label);
  });
  const countPeople = (isWanted: (row: number) => boolean): number =>
    new Set(rows.filter(isWanted).map((row) => people[row] as number)).size;
  return {
    basis,
    rows,
    people: countPeople(() => true),
    outcomes: countPeople((row) => labels[row]?.happened === true),
    others: countPeople((row) => labels[row]?.happened === false),
  };
};

const isEnough = ({ outcomes, others }: KnownOutcomes): boolean => Math.min(outcomes, others) >= neededPeople;

const medianDelay = ({ labels }: ScoreExamples): number => {
  const delays = Float64Array.from(
    labels.flatMap((label) => (label?.happened ? [label.afterMs] : [])),
  ).sort();
  return delays[delays.length >> 1] ?? Number.POSITIVE_INFINITY;
};

/**
 * Windows that are over are preferred. Until there are enough of them, what happened so far counts; who has done
 * nothing counts once they had the time in which half of the others did it.
 */
const chooseRows = (examples: ScoreExamples): KnownOutcomes & { rows: Uint32Array } => {
  const complete = countOutcomes(examples, "complete", ({ isComplete }) => isComplete);
  if (isEnough(complete)) return complete;
  const delay = medianDelay(examples);
  const soFar = countOutcomes(examples, "so_far", ({ isCertain, afterMs }) => isCertain || afterMs >= delay);
  return isEnough(soFar) ? soFar : complete;
};

const dayMs = 86_400_000;

/** Within a day, the order of people is that of their arrival and says nothing about the future. */
const hasOrder = (times: Float64Array): boolean =>
  times.length > 0 && times.reduce((a, b) => Math.max(a, b)) - times.reduce((a, b) => Math.min(a, b)) > dayMs;

const labelledTable = ({ columns, times, labels }: ScoreExamples): TrainingTable => ({
  columns,
  labels: Uint8Array.from(labels, (label) => (label?.happened ? 1 : 0)),
  times: hasOrder(times) ? times : undefined,
});

/** How far the starting weights are believed: a business may differ from what they assume. */
const beliefs = [1, 0.5, 0] as const;

/** What fewer examples have keeps its starting weight: one person proves nothing. */
const rareShare = 0.05;
const rareExamples = { least: 3, most: 20 };

const countExamples = (column: TableColumn): number =>
  column.kind === "number"
    ? column.values.reduce((sum, value) => sum + (Number.isNaN(value) ? 0 : 1), 0)
    : column.codes.reduce((sum, code) => sum + (code === missingCode ? 0 : 1), 0);

/** Empties the columns of rare features that have a starting weight, so that they are not learned anew. */
const keepRareWeights = (
  table: TrainingTable,
  { weights }: ScoreWeights,
): { table: TrainingTable; rare: Set<string> } => {
  const { least, most } = rareExamples;
  const needed = Math.max(least, Math.min(most, Math.round(rareShare * table.labels.length)));
  const isRare = (column: TableColumn): boolean =>
    column.kind === "number" && weights[column.name] !== undefined && countExamples(column) < needed;
  const columns = table.columns.map((column) =>
    column.kind === "number" && isRare(column)
      ? { ...column, values: new Float32Array(column.values.length).fill(Number.NaN) }
      : column,
  );
  return {
    table: { ...table, columns },
    rare: new Set(table.columns.filter(isRare).map(({ name }) => name)),
  };
};

const scaledPrior = (score: ScoreName, belief: number, rare: ReadonlySet<string>): ScoreWeights => {
  const { bias, weights } = priorModel.scores[score];
  const scaled = Object.entries(weights).map(([name, weight]): [string, number] => [
    name,
    rare.has(name) ? weight : belief * weight,
  ]);
  return { bias, weights: Object.fromEntries(scaled) };
};

/** The best of the models that believe the starting weights fully, half or not at all. */
const trainWithBeliefs = (score: ScoreName, given: TrainingTable): TrainingResult => {
  const { table, rare } = keepRareWeights(given, priorModel.scores[score]);
  const [full, ...others] = beliefs.map((belief) =>
    train(table, { prior: scaledPrior(score, belief, rare) }),
  );
  if (!full?.report) return full ?? train(table);
  const { candidates, priorCalibration, priorBands } = full.report;
  const startingLoss = candidates.prior?.logLoss ?? Number.POSITIVE_INFINITY;
  const learned = [full, ...others].filter((result) => result.ok);
  const best = learned.toSorted((a, b) => a.report.chosen.logLoss - b.report.chosen.logLoss)[0];
  if (!best || !(best.report.chosen.logLoss < startingLoss)) return full;
  const report = {
    ...best.report,
    candidates: { ...best.report.candidates, prior: candidates.prior },
    priorCalibration,
    priorBands,
  };
  return { ...best, report };
};

/** Learns one score from what happened to people after they were scored. */
export const trainScore = (score: ScoreName, examples: ScoreExamples): ScoreTraining => {
  const { rows, ...known } = chooseRows(examples);
  if (!isEnough(known)) {
    const have = Math.min(known.outcomes, known.others);
    const refusal: TrainingRefusal = { code: "not_enough_history", of: "outcomes", have, need: neededPeople };
    return { ...known, refusal, report: undefined, model: undefined, description: undefined };
  }
  const result = trainWithBeliefs(score, selectRows(labelledTable(examples), rows));
  return {
    ...known,
    refusal: result.ok ? undefined : result.refusal,
    report: result.report,
    model: result.ok ? result.model : undefined,
    description: result.ok ? describeModel(result.model) : undefined,
  };
};

export const driftLevels = ["none", "watch", "strong"] as const;
export type ScoreDrift = {
  level: (typeof driftLevels)[number];
  /** Population stability index: below 0.1 the people are alike, above 0.25 they are not. */
  stability: number;
  /** On people whose outcome became known since; null without enough of them. */
  logLoss: number | null;
  people: number;
};

const binCount = 10;
const minShare = 0.001;
const minDriftRows = 50;
/** Standard errors by which the loss must exceed that of the training. */
const lossErrors = 2;

const shareByBand = (probabilities: Float64Array): number[] => {
  const counts = new Array<number>(binCount).fill(0);
  for (const probability of probabilities) {
    const bin = Math.min(binCount - 1, Math.floor(probability * binCount));
    counts[bin] = (counts[bin] ?? 0) + 1;
  }
  return counts.map((count) => Math.max(minShare, count / Math.max(1, probabilities.length)));
};

const stabilityIndex = (before: readonly number[], now: readonly number[]): number =>
  now.reduce((sum, share, bin) => {
    const earlier = before[bin] ?? minShare;
    return sum + (share - earlier) * Math.log(share / earlier);
  }, 0);

const probabilitiesOf = (model: LearnedModel, table: TrainingTable, rows: Uint32Array): Float64Array =>
  predictRows(model, table, rows).map(toProbability);

/** Compares the people since `trainedUntil` with those that the model was trained on. */
export const measureDrift = (
  model: LearnedModel,
  examples: ScoreExamples,
  { trainedUntil, logLoss: trainedLogLoss }: { trainedUntil: number; logLoss: number },
): ScoreDrift | undefined => {
  const table = labelledTable(examples);
  const rows = allRows(examples.times.length);
  const before = rows.filter((row) => (examples.times[row] as number) <= trainedUntil);
  const since = rows.filter((row) => (examples.times[row] as number) > trainedUntil);
  if (before.length < minDriftRows || since.length < minDriftRows) return undefined;
  const stability = stabilityIndex(
    shareByBand(probabilitiesOf(model, table, before)),
    shareByBand(probabilitiesOf(model, table, since)),
  );
  const known = since.filter((row) => examples.labels[row]?.isComplete);
  const losses = predictRows(model, table, known).map((logOdds, at) =>
    rowLoss(logOdds, table.labels[known[at] as number] as number),
  );
  const mean = losses.reduce((sum, loss) => sum + loss, 0) / Math.max(1, losses.length);
  const variance = losses.reduce((sum, loss) => sum + (loss - mean) ** 2, 0) / Math.max(1, losses.length);
  const isKnown = known.length >= minDriftRows;
  const isWorse = isKnown && mean - trainedLogLoss > lossErrors * Math.sqrt(variance / known.length);
  return {
    level: isWorse || stability > 0.25 ? "strong" : stability > 0.1 ? "watch" : "none",
    stability,
    logLoss: isKnown ? mean : null,
    people: new Set(known.map((row) => examples.people[row] as number)).size,
  };
};

import { parentPort, workerData } from "node:worker_threads";
import pg from "pg";
import { type ScoreName, scoreNames } from "#domain/scoring/model.ts";
import type { OutcomeDays } from "#domain/scoring/outcome-settings.ts";
import {
  measureDrift,
  type ScoreDrift,
  type ScoreExamples,
  trainScore,
} from "#domain/scoring/train-score.ts";
import type { TrainingStage } from "#domain/scoring/training.ts";
import type { ModelToWatch, NewScoreModel } from "#server/store/ai/score-models.ts";
import { readExamples } from "./read-examples.ts";

/** What to learn from: the thread reads it from the database, unless it was read already. */
type ExampleSource =
  | {
      connection: pg.ClientConfig;
      /** Earlier moments are not learned from. */
      since: number;
      days: OutcomeDays;
      now: number;
    }
  | { examples: Record<ScoreName, ScoreExamples> };
export type TrainingOrder = ExampleSource & { inUse: ModelToWatch[] };
export type TrainingMessage =
  | { kind: "progress"; stage: TrainingStage; progress: number }
  | { kind: "done"; results: NewScoreModel[]; drifts: Map<string, ScoreDrift> };

/** Where each stage begins, as a share of the whole. */
const stageStarts: Record<TrainingStage, number> = {
  reading: 0,
  intent: 0.2,
  propensity: 0.45,
  churn: 0.7,
  saving: 0.95,
};

/** Trains apart from the worker, which goes on with events and messages meanwhile. */
const runTraining = async (order: TrainingOrder): Promise<void> => {
  const post = (message: TrainingMessage): void => parentPort?.postMessage(message);
  const begin = (stage: TrainingStage): void =>
    post({ kind: "progress", stage, progress: stageStarts[stage] });
  begin("reading");
  const examples = await findExamples(order);
  const results: NewScoreModel[] = [];
  const drifts = new Map<string, ScoreDrift>();
  for (const score of scoreNames) {
    begin(score);
    results.push({ score, ...trainScore(score, examples[score]) });
    for (const { id, model, ...trained } of watched(order.inUse, score)) {
      const drift = measureDrift(model, examples[score], trained);
      if (drift) drifts.set(id, drift);
    }
  }
  begin("saving");
  post({ kind: "done", results, drifts });
};

const findExamples = async (order: ExampleSource): Promise<Record<ScoreName, ScoreExamples>> => {
  if ("examples" in order) return order.examples;
  const client = new pg.Client({ ...order.connection, query_timeout: 0 });
  await client.connect();
  return readExamples(client, order).finally(() => client.end());
};

const watched = (models: readonly ModelToWatch[], name: ScoreName): ModelToWatch[] =>
  models.filter(({ score }) => score === name);

await runTraining(workerData as TrainingOrder);

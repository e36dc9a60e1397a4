import { parentPort, workerData } from "node:worker_threads";
import pg from "pg";
import { type ScoreName, scoreNames } from "#domain/scoring/model.ts";
import type { OutcomeDays } from "#domain/scoring/outcome-settings.ts";
import { measureDrift, type ScoreDrift, trainScore } from "#domain/scoring/train-score.ts";
import type { TrainingStage } from "#domain/scoring/training.ts";
import type { ModelToWatch, NewScoreModel } from "#server/store/ai/score-models.ts";
import { readExamples } from "./read-examples.ts";

export type TrainingOrder = {
  connection: pg.ClientConfig;
  /** Earlier moments are not learned from. */
  since: number;
  days: OutcomeDays;
  now: number;
  inUse: ModelToWatch[];
};
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
const runTraining = async ({ connection, since, days, now, inUse }: TrainingOrder): Promise<void> => {
  const post = (message: TrainingMessage): void => parentPort?.postMessage(message);
  const begin = (stage: TrainingStage): void =>
    post({ kind: "progress", stage, progress: stageStarts[stage] });
  begin("reading");
  const client = new pg.Client({ ...connection, query_timeout: 0 });
  await client.connect();
  const examples = await readExamples(client, { since, days, now }).finally(() => client.end());
  const results: NewScoreModel[] = [];
  const drifts = new Map<string, ScoreDrift>();
  for (const score of scoreNames) {
    begin(score);
    results.push({ score, ...trainScore(score, examples[score]) });
    for (const { id, model, ...trained } of watched(inUse, score)) {
      const drift = measureDrift(model, examples[score], trained);
      if (drift) drifts.set(id, drift);
    }
  }
  begin("saving");
  post({ kind: "done", results, drifts });
};

const watched = (models: readonly ModelToWatch[], name: ScoreName): ModelToWatch[] =>
  models.filter(({ score }) => score === name);

await runTraining(workerData as TrainingOrder);

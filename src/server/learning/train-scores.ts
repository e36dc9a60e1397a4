import * as z from "zod";
import { retentionCutoff } from "#domain/retention.ts";
import { retryPolicies } from "#domain/retry.ts";
import { needsDecision } from "#domain/rules/score-limits.ts";
import type { Actor } from "#server/audit/entry.ts";
import { system } from "#server/audit/entry.ts";
import type { Tx } from "#server/db/database.ts";
import { defineJob, type JobContext } from "#server/jobs/job.ts";
import {
  findCandidate,
  insertScoreModels,
  modelsToWatch,
  putModelInUse,
  readModelsInUse,
  readOutcomeDays,
  readPinnedScores,
  saveDrift,
  savePinnedScores,
} from "#server/store/ai/score-models.ts";
import {
  deleteOldSnapshots,
  endTraining,
  findOpenTraining,
  openTraining,
  type StoredTraining,
  updateTraining,
} from "#server/store/ai/score-trainings.ts";
import type { WriteContext } from "#server/store/write.ts";
import { readLimitEffects } from "./limit-effects.ts";
import { rescorePeople } from "./rescore-people.ts";
import { runTraining, type TrainingResults } from "./run-training.ts";
import type { TrainingOrder } from "./training-thread.ts";

const dayMs = 86_400_000;
/** Older moments say little about people of today. */
const maxHistoryDays = 400;
const deleteSize = 10_000;

/** The models that would move too many people across the fixed limit of a rule: an administrator decides on them. */
const findWaiting = async (tx: Tx, usable: readonly { id: string }[]): Promise<ReadonlySet<string>> => {
  const waiting = new Set<string>();
  for (const { id } of usable) {
    const candidate = await findCandidate(tx, id);
    if (!candidate) continue;
    const { rules } = await readLimitEffects(tx, candidate, Date.now());
    if (rules.some(needsDecision)) waiting.add(id);
  }
  return waiting;
};

/** Saves the results and uses the models that are better than the starting weights. */
export const saveResults = async (
  { tx, audit, enqueue, touch }: WriteContext,
  training: StoredTraining,
  { results, drifts }: TrainingResults,
): Promise<void> => {
  if (!(await endTraining(tx, training.id, "succeeded"))) return;
  // A model that an administrator chose stays until an operator starts a training.
  const isManual = training.userId !== null;
  const pinned = isManual ? [] : await readPinnedScores(tx);
  if (isManual) await savePinnedScores(tx, []);
  await saveDrift(tx, drifts, new Date());
  const usable = await insertScoreModels(tx, training.id, results);
  const waiting = await findWaiting(tx, usable);
  const used = usable.filter(({ score, id }) => !pinned.includes(score) && !waiting.has(id));
  for (const { score, id } of used) await putModelInUse(tx, score, id);
  const refused = results.flatMap(({ score, refusal }) =>
    refusal ? [{ score, refusal: refusal.code }] : [],
  );
  audit({
    eventType: "data_change",
    entityType: "job",
    entityId: training.id,
    details: { kind: "scores_trained" },
    metadata: {
      waiting: usable.filter(({ id }) => waiting.has(id)).map(({ score, version }) => ({ score, version })),
      inUse: used.map(({ score, version }) => ({ score, version })),
      refused,
    },
  });
  touch("learning");
  if (used.length === 0) return;
  touch("scoring-models");
  enqueue(rescorePeople, {});
};

const trainOnce = async (context: JobContext, training: StoredTraining): Promise<void> => {
  const { database, write, general } = context;
  const now = Date.now();
  const { dataRetention } = await general();
  const since = Math.max(retentionCutoff(dataRetention, now) ?? 0, now - maxHistoryDays * dayMs);
  while (
    (await write(system, ({ tx }) => deleteOldSnapshots(tx, new Date(since), deleteSize))) === deleteSize
  );
  const order: TrainingOrder = {
    connection: database.connection,
    since,
    days: await readOutcomeDays(database.db),
    now,
    inUse: modelsToWatch(await readModelsInUse(database.db)),
  };
  let saving = Promise.resolve<unknown>(undefined);
  const results = await runTraining(order, ({ stage, progress }) => {
    saving = saving.then(() =>
      write(system, async ({ tx, touch }) => {
        await updateTraining(tx, training.id, { stage, progress });
        touch("learning");
      }),
    );
    saving.catch(() => {});
  });
  await saving;
  const actor: Actor = { userId: training.userId, ip: null, userAgent: null };
  await write(actor, (writing) => saveResults(writing, training, results));
};

/** Learns the scores anew, every night and on demand. A run that was interrupted is taken up by the next one. */
export const trainScores = defineJob({
  name: "train-scores",
  /** The training that an operator started; the nightly one makes its own. */
  payload: z.object({ trainingId: z.uuid().optional() }),
  retry: retryPolicies.job,
  batchSize: 1,
  schedule: "23 6 * * *",
  run: async ([{ trainingId } = {}], context) => {
    const training = await context.write(system, async ({ tx }) =>
      trainingId === undefined ? (await openTraining(tx, null)).training : findOpenTraining(tx, trainingId),
    );
    if (training) await trainOnce(context, training);
  },
  onDeadLetter: async ({ trainingId }, { tx, touch }) => {
    const id = trainingId ?? (await openTraining(tx, null)).training.id;
    await endTraining(tx, id, "failed");
    touch("learning");
  },
});

import type { LearnedScore, ScoreModelSummary } from "#contract/learning.ts";
import { mayUse } from "#domain/access/areas.ts";
import type { TrainingRefusal } from "#domain/learning/train.ts";
import { startingEffects } from "#domain/scoring/effects.ts";
import { type ScoreName, scoreNames } from "#domain/scoring/model.ts";
import { neededPeople } from "#domain/scoring/train-score.ts";
import type { Reader } from "#server/db/database.ts";
import { readLimitEffects } from "#server/learning/limit-effects.ts";
import { rescorePeople } from "#server/learning/rescore-people.ts";
import { trainScores } from "#server/learning/train-scores.ts";
import { countOutdatedProfiles } from "#server/store/ai/rescoring.ts";
import { readScoreDistributions, type ScoreDistribution } from "#server/store/ai/score-distribution.ts";
import {
  findCandidate,
  findScoreModel,
  listModelsInUse,
  listScoreModels,
  putModelInUse,
  readNewestModels,
  readOutcomeDays,
  readPinnedScores,
  type StoredModelSummary,
  saveOutcomeDays,
  savePinnedScores,
  versionInUse,
} from "#server/store/ai/score-models.ts";
import { findNewestTraining, openTraining, type StoredTraining } from "#server/store/ai/score-trainings.ts";
import { findUser } from "#server/store/workspace/users.ts";
import type { WriteContext } from "#server/store/write.ts";
import type { Handlers } from "./handler.ts";
import { Problem } from "./problem.ts";
import { replaceLimits } from "./replace-limits.ts";

const presentRefusal = (refusal: TrainingRefusal | null) => {
  if (refusal === null) return null;
  switch (refusal.code) {
    case "not_enough_history":
      return { code: refusal.code, have: refusal.have, need: refusal.need };
    case "no_usable_signal":
      return { code: refusal.code, logLoss: refusal.logLoss, otherLogLoss: refusal.baseLogLoss };
    case "prior_is_better":
      return { code: refusal.code, logLoss: refusal.logLoss, otherLogLoss: refusal.priorLogLoss };
    default:
      return { code: refusal.code };
  }
};

const stateOf = ({ isInUse, inUseSince, hash }: StoredModelSummary): ScoreModelSummary["state"] => {
  if (isInUse) return "in_use";
  if (inUseSince) return "replaced";
  return hash === null ? "not_used" : "waiting";
};

const presentModel = (row: StoredModelSummary): ScoreModelSummary => ({
  id: row.id,
  score: row.score,
  version: row.version,
  trainedAt: row.createdAt.toISOString(),
  state: stateOf(row),
  inUseSince: row.inUseSince?.toISOString() ?? null,
  kind: row.report && row.hash !== null ? row.report.choice : null,
  hash: row.hash,
  people: row.people,
  outcomes: row.outcomes,
  metrics: row.report?.chosen ?? null,
  refusal: presentRefusal(row.refusal),
});

const presentTraining = (row: StoredTraining, startedBy: string | null) => ({
  id: row.id,
  state: row.state,
  stage: row.stage,
  progress: row.progress,
  startedBy,
  startedAt: row.createdAt.toISOString(),
  finishedAt: row.finishedAt?.toISOString() ?? null,
});

/** The time of the nightly training after `now`. */
const nextTraining = (now: Date): Date => {
  const [minute = 0, hour = 0] = (trainScores.schedule ?? "").split(" ").map(Number);
  const next = new Date(now);
  next.setUTCHours(hour, minute, 0, 0);
  if (next <= now) next.setUTCDate(next.getUTCDate() + 1);
  return next;
};

type ScoreFacts = {
  inUse: StoredModelSummary | undefined;
  newest: StoredModelSummary | undefined;
  isPinned: boolean;
  outcomeDays: number;
  distribution: ScoreDistribution;
};

/** What is said of the score: of its model, or of the starting weights as the last training found them. */
const presentScore = (name: ScoreName, facts: ScoreFacts): LearnedScore => {
  const { inUse, newest, isPinned, outcomeDays, distribution } = facts;
  const report = (inUse ?? newest)?.report ?? null;
  return {
    name,
    model: inUse ? presentModel(inUse) : null,
    isPinned,
    outcomeDays,
    history: {
      people: newest?.people ?? 0,
      outcomes: newest?.outcomes ?? 0,
      others: newest?.others ?? 0,
      needed: neededPeople,
      basis: newest?.basis ?? "complete",
    },
    lastRefusal: presentRefusal(newest?.refusal ?? null),
    metrics: (inUse ? report?.chosen : report?.candidates.prior) ?? null,
    baseLogLoss: report?.candidates.base.logLoss ?? null,
    startingLogLoss: report?.candidates.prior?.logLoss ?? null,
    calibration: (inUse ? report?.calibration : report?.priorCalibration) ?? [],
    bands: (inUse ? report?.bands : report?.priorBands) ?? [],
    effects: inUse ? inUse.effects : startingEffects(name),
    warnings: (report?.warnings ?? []).flatMap((warning) =>
      warning.code === "leak" ? [{ code: warning.code, feature: warning.column, auc: warning.auc }] : [],
    ),
    drift: inUse?.drift && report ? { ...inUse.drift, trainedLogLoss: report.chosen.logLoss } : null,
    average: distribution.average,
    distribution: distribution.steps,
    quartiles: distribution.quartiles,
  };
};

const nameOfUser = async (db: Reader, userId: string | null): Promise<string | null> => {
  const user = userId === null ? undefined : await findUser(db, userId);
  return user ? [user.firstName, user.lastName].filter(Boolean).join(" ") || user.email : null;
};

/** A model is chosen by hand, so that the nightly training leaves it in use. */
const chooseModel = async (
  context: WriteContext,
  score: ScoreName,
  model: StoredModelSummary | null,
): Promise<void> => {
  await putInUse(context, score, model);
  const { tx } = context;
  await savePinnedScores(tx, [...(await readPinnedScores(tx)), score]);
};

const putInUse = async (
  { tx, audit, enqueue, touch }: WriteContext,
  score: ScoreName,
  model: StoredModelSummary | null,
): Promise<void> => {
  const before = (await listModelsInUse(tx)).find((row) => row.score === score);
  await putModelInUse(tx, score, model?.id ?? null);
  audit({
    eventType: "settings_update",
    entityType: "settings",
    entityId: "scoring",
    details: model
      ? { kind: "model_chosen", score, version: model.version }
      : { kind: "starting_weights_chosen", score },
    metadata: { score, from: before?.version ?? null, to: model?.version ?? null },
  });
  touch("learning", "scoring-models");
  enqueue(rescorePeople, {});
};

export const learningHandlers: Handlers["learning"] = {
  state: async ({ services }) => {
    const { db, pool } = services.database;
    // The training first, then the models as stored: the cached scorer may still be that from before the training.
    const training = await findNewestTraining(db);
    const inUse = await listModelsInUse(db);
    const [newest, pinned, days, distributions, outdated] = await Promise.all([
      readNewestModels(db),
      readPinnedScores(db),
      readOutcomeDays(db),
      readScoreDistributions(pool),
      countOutdatedProfiles(db, versionInUse(inUse)),
    ]);
    return {
      people: distributions.people,
      training: training ? presentTraining(training, await nameOfUser(db, training.userId)) : null,
      nextTrainingAt: nextTraining(new Date()).toISOString(),
      rescoring:
        outdated.outdated === 0 ? null : { done: outdated.total - outdated.outdated, total: outdated.total },
      scores: scoreNames.map((name) =>
        presentScore(name, {
          inUse: inUse.find(({ score }) => score === name),
          newest: newest.find(({ score }) => score === name),
          isPinned: pinned.includes(name),
          outcomeDays: days[name],
          distribution: distributions.scores[name],
        }),
      ),
    };
  },

  models: async ({ input: { query }, services: { database } }) =>
    (await listScoreModels(database.db, query.score)).map(presentModel),

  train: async ({ actor, services }) => {
    const training = await services.write(actor, async ({ tx, enqueue, audit, touch }) => {
      const opened = await openTraining(tx, actor.userId);
      if (!opened.isNew) return opened.training;
      enqueue(trainScores, { trainingId: opened.training.id });
      audit({
        eventType: "data_change",
        entityType: "job",
        entityId: opened.training.id,
        details: { kind: "thing", verb: "started", thing: "training" },
      });
      touch("learning");
      return opened.training;
    });
    return presentTraining(training, await nameOfUser(services.database.db, training.userId));
  },

  useModel: async ({ input: { params }, actor, services: { write } }) =>
    write(actor, async (context) => {
      const model = await findScoreModel(context.tx, params.id);
      if (!model) throw new Problem("not_found");
      if (model.hash === null) throw new Problem("conflict");
      await chooseModel(context, model.score, model);
      const chosen = await findScoreModel(context.tx, params.id);
      return presentModel(chosen ?? model);
    }),

  effects: async ({ input: { params }, services: { database } }) => {
    const candidate = await findCandidate(database.db, params.id);
    if (!candidate) throw new Problem("not_found");
    return readLimitEffects(database.db, candidate, Date.now());
  },

  takeOver: async ({ input: { params, body }, actor, caller, services: { write } }) => {
    if (body.limits.length > 0 && !mayUse(caller.user.permissions, { access: "operator", area: "rules" }))
      throw new Problem("forbidden");
    return write(actor, async (context) => {
      const model = await findScoreModel(context.tx, params.id);
      if (!model) throw new Problem("not_found");
      if (stateOf(model) !== "waiting") throw new Problem("conflict");
      await replaceLimits(context, model.score, body.limits, actor.userId);
      await putInUse(context, model.score, model);
      const used = await findScoreModel(context.tx, params.id);
      return presentModel(used ?? model);
    });
  },

  useStartingWeights: async ({ input: { params }, actor, services: { write } }) =>
    write(actor, async (context) => {
      await chooseModel(context, params.score, null);
      return {};
    }),

  outcomes: ({ services: { database } }) => readOutcomeDays(database.db),

  saveOutcomes: async ({ input: { body }, actor, services: { write } }) =>
    write(actor, async ({ tx, audit, touch }) => {
      const before = await readOutcomeDays(tx);
      await saveOutcomeDays(tx, body);
      audit({
        eventType: "settings_update",
        entityType: "settings",
        entityId: "scoring",
        details: { kind: "thing", verb: "changed", thing: "outcome_days" },
        metadata: { before, after: body },
      });
      touch("learning", "settings");
      return body;
    }),
};

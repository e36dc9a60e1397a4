import * as z from "zod";
import { scoreNames } from "#domain/scoring/model.ts";
import { maxOutcomeDays, minOutcomeDays } from "#domain/scoring/outcome-settings.ts";
import { outcomeBases, trainingStages, trainingStates } from "#domain/scoring/training.ts";
import { apiRoute } from "./api-route.ts";
import { id, isoInstant } from "./fields.ts";

const scoreName = z.enum(scoreNames);
const days = z.int().min(minOutcomeDays).max(maxOutcomeDays);
const outcomeDays = z.strictObject({ intent: days, propensity: days, churn: days });

const metrics = z.object({
  rows: z.int().describe("Moments of people that the model was not trained on"),
  outcomes: z.int(),
  auc: z.number(),
  logLoss: z.number(),
  brier: z.number(),
  ece: z.number().describe("Expected calibration error over ten bins"),
});

const refusal = z.object({
  code: z.enum([
    "not_enough_history",
    "one_outcome",
    "no_usable_columns",
    "no_usable_signal",
    "prior_is_better",
  ]),
  /** Of the rarer outcome, in people. Only with `not_enough_history`. */
  have: z.int().optional(),
  need: z.int().optional(),
  /** The log-loss of the refused model and of what it did not beat. */
  logLoss: z.number().optional(),
  otherLogLoss: z.number().optional(),
});

const warning = z.object({
  code: z.enum(["leak", "dropped"]),
  feature: z.string(),
  /** Of the feature alone; with `leak` only. */
  auc: z.number().optional(),
});

const effect = z.object({
  feature: z.string().describe("As in the explanation of a person's scores"),
  /** The category that the effect is of, for features with categories. */
  category: z.string().nullable(),
  /** By how much the feature multiplies the odds where it is strongest, beside where it is absent or weakest. */
  factor: z.number(),
  /** Its share of all contributions, between 0 and 1. */
  share: z.number(),
});

const drift = z.object({
  checkedAt: isoInstant,
  level: z.enum(["none", "watch", "strong"]),
  /** Population stability index between the scores at training and those of the last days. */
  stability: z.number(),
  /** On people whose outcome became known since the training; null without enough of them. */
  logLoss: z.number().nullable(),
  trainedLogLoss: z.number(),
  people: z.int(),
});

const scoreModel = z.object({
  id,
  score: scoreName,
  version: z.int(),
  trainedAt: isoInstant,
  state: z
    .enum(["in_use", "replaced", "waiting", "not_used"])
    .describe(
      "`waiting`: an administrator decides, because rules with fixed limits would match other people",
    ),
  inUseSince: isoInstant.nullable(),
  kind: z.enum(["logistic", "boosting"]).nullable(),
  hash: z.string().nullable(),
  people: z.int(),
  outcomes: z.int().describe("People for whom the outcome happened"),
  metrics: metrics.nullable(),
  refusal: refusal.nullable(),
});
export type ScoreModelSummary = z.infer<typeof scoreModel>;

const training = z.object({
  id,
  state: z.enum(trainingStates),
  stage: z.enum(trainingStages),
  /** Between 0 and 1. */
  progress: z.number(),
  /** Null for the nightly training. */
  startedBy: z.string().nullable(),
  startedAt: isoInstant,
  finishedAt: isoInstant.nullable(),
});

const learnedScore = z.object({
  name: scoreName,
  /** Null while the starting weights are in use. */
  model: scoreModel.nullable(),
  /** Chosen by hand: the nightly training does not replace it. */
  isPinned: z.boolean(),
  outcomeDays: z.int(),
  /** What is known of outcomes so far, and how much a training needs. */
  history: z.object({
    people: z.int(),
    outcomes: z.int(),
    others: z.int(),
    needed: z.int(),
    /** `so_far`: few windows are over yet, so what happened until now counts. */
    basis: z.enum(outcomeBases),
  }),
  /** Of the last training, whether or not its model is in use. */
  lastRefusal: refusal.nullable(),
  metrics: metrics.nullable().describe("Of what is in use, on people that it was not trained on"),
  baseLogLoss: z.number().nullable(),
  startingLogLoss: z.number().nullable(),
  calibration: z.array(z.object({ predicted: z.number(), observed: z.number(), people: z.int() })),
  bands: z.array(z.object({ from: z.int(), to: z.int(), people: z.int(), outcomes: z.int() })),
  effects: z.array(effect).describe("Strongest first"),
  warnings: z.array(warning),
  drift: drift.nullable(),
  average: z.int().nullable(),
  /** People by score in steps of ten; the last includes 100. */
  distribution: z.array(z.int()).length(10),
  /** The middle half of the people lies between these. */
  quartiles: z.object({ lower: z.int(), upper: z.int() }).nullable(),
});
export type LearnedScore = z.infer<typeof learnedScore>;

const limitValue = z.number().min(0).max(100);
const limitRow = { part: z.enum(["triggers", "conditions"]), row: z.int().min(0).max(1000) };

const limitEffects = z.object({
  people: z.int().describe("Scored with both models"),
  total: z.int().describe("Who was ever scored"),
  rules: z.array(
    z.object({
      id,
      name: z.string(),
      before: z.int().describe("People whom the rule matches now"),
      after: z.int(),
      newly: z.int(),
      noLonger: z.int(),
      limits: z.array(
        z.object({
          ...limitRow,
          score: scoreName,
          operator: z.enum([">=", "<="]),
          value: z.number(),
          /** Keeps the share of people within the limit; null where the present one does. */
          proposed: z.int().nullable(),
        }),
      ),
    }),
  ),
});
export type LimitEffectsView = z.infer<typeof limitEffects>;

export const learningApi = {
  state: apiRoute({
    method: "GET",
    path: "/api/brain/learning",
    access: "viewer",
    area: "ai",
    summary: "What each score has learned, how well it predicts, and how people's scores are distributed",
    input: {},
    output: z.object({
      people: z.int().describe("With a profile"),
      training: training.nullable().describe("The newest one"),
      nextTrainingAt: isoInstant,
      /** People still to be scored with the model in use; null when all are. */
      rescoring: z.object({ done: z.int(), total: z.int() }).nullable(),
      scores: z.array(learnedScore),
    }),
    topics: ["people", "learning"],
  }),
  models: apiRoute({
    method: "GET",
    path: "/api/brain/models",
    access: "viewer",
    area: "ai",
    summary: "All trainings of a score, newest first",
    input: { query: z.object({ score: scoreName }) },
    output: z.array(scoreModel),
    topics: ["learning"],
  }),
  train: apiRoute({
    method: "POST",
    path: "/api/brain/train",
    access: "operator",
    area: "ai",
    summary: "Train all scores now, in the background; a training that already runs is returned",
    input: {},
    output: training,
    topics: ["learning"],
  }),
  useModel: apiRoute({
    method: "POST",
    path: "/api/brain/models/{id}/use",
    access: "admin",
    area: "ai",
    summary:
      "Score with an earlier model; the nightly training does not replace it until the next manual one",
    input: { params: z.object({ id }) },
    output: scoreModel,
    topics: ["learning", "people"],
  }),
  effects: apiRoute({
    method: "GET",
    path: "/api/brain/models/{id}/effects",
    access: "viewer",
    area: "ai",
    summary: "What a model would do to rules with fixed limits, with limits that keep the share of people",
    input: { params: z.object({ id }) },
    output: limitEffects,
    topics: ["learning", "rules", "people"],
  }),
  takeOver: apiRoute({
    method: "POST",
    path: "/api/brain/models/{id}/take-over",
    access: "admin",
    area: "ai",
    summary:
      "Score with a model that waits, and give rules the named limits at the same moment, which needs the right to change rules",
    input: {
      params: z.object({ id }),
      body: z.strictObject({
        limits: z.array(z.strictObject({ ruleId: id, ...limitRow, value: limitValue })).max(1000),
      }),
    },
    output: scoreModel,
    topics: ["learning", "people", "rules"],
  }),
  useStartingWeights: apiRoute({
    method: "POST",
    path: "/api/brain/scores/{score}/starting-weights",
    access: "admin",
    area: "ai",
    summary: "Score with the starting weights until the next manual training",
    input: { params: z.object({ score: scoreName }) },
    output: z.object({}),
    topics: ["learning", "people"],
  }),
  outcomes: apiRoute({
    method: "GET",
    path: "/api/brain/outcomes",
    access: "viewer",
    area: ["ai", "settings"],
    summary: "Within how many days the outcome of each score must happen",
    input: {},
    output: outcomeDays,
    topics: ["learning", "settings"],
  }),
  saveOutcomes: apiRoute({
    method: "PUT",
    path: "/api/brain/outcomes",
    access: "admin",
    area: "ai",
    summary: "Change the days of the outcomes; they count from the next training on",
    input: { body: outcomeDays },
    output: outcomeDays,
    topics: ["learning", "settings"],
  }),
};

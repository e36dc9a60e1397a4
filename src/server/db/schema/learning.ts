import { sql } from "drizzle-orm";
import {
  boolean,
  date,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import type { LearnedModel } from "#domain/learning/model.ts";
import type { TrainingRefusal, TrainingReport } from "#domain/learning/train.ts";
import { personStatuses } from "#domain/person.ts";
import type { FeatureEffect } from "#domain/scoring/effects.ts";
import type { PersonFeatures } from "#domain/scoring/features.ts";
import { type ScoreName, scoreNames } from "#domain/scoring/model.ts";
import type { KnownOutcomes, ScoreDrift } from "#domain/scoring/train-score.ts";
import {
  outcomeBases,
  type TrainingStage,
  type TrainingState,
  trainingStages,
  trainingStates,
} from "#domain/scoring/training.ts";
import { users } from "./access.ts";
import { createdAt, oneOf, primaryId, timestampMs } from "./columns.ts";
import { people } from "./people.ts";

/** The features of a person when they were scored: the last ones of each day and stage. */
export const scoreSnapshots = pgTable(
  "score_snapshots",
  {
    personId: uuid("person_id")
      .notNull()
      .references(() => people.id, { onDelete: "cascade" }),
    day: date("day").notNull(),
    stage: text("stage").notNull(),
    isOptedOut: boolean("is_opted_out").notNull(),
    features: jsonb("features").$type<PersonFeatures>().notNull(),
    takenAt: timestampMs("taken_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.personId, table.day, table.stage] }),
    index("score_snapshots_taken_index").on(table.takenAt),
    oneOf("score_snapshots_stage_check", table.stage, personStatuses),
  ],
);

export const scoreTrainings = pgTable(
  "score_trainings",
  {
    id: primaryId(),
    state: text("state").$type<TrainingState>().notNull().default("waiting"),
    stage: text("stage").$type<TrainingStage>().notNull().default("reading"),
    /** Between 0 and 1. */
    progress: doublePrecision("progress").notNull().default(0),
    /** Null for the nightly training. */
    userId: uuid("user_id").references(() => users.id, { onDelete: "set null" }),
    finishedAt: timestampMs("finished_at"),
    createdAt: createdAt(),
  },
  (table) => [
    index("score_trainings_created_index").on(table.createdAt.desc()),
    // Two trainings at once would only take each other's time.
    uniqueIndex("score_trainings_open_index").on(sql`(true)`).where(sql`state IN ('waiting', 'running')`),
    oneOf("score_trainings_state_check", table.state, trainingStates),
    oneOf("score_trainings_stage_check", table.stage, trainingStages),
  ],
);

/** The result of a training for one score, whether or not its model is used. */
export const scoreModels = pgTable(
  "score_models",
  {
    id: primaryId(),
    trainingId: uuid("training_id")
      .notNull()
      .references(() => scoreTrainings.id, { onDelete: "cascade" }),
    score: text("score").$type<ScoreName>().notNull(),
    version: integer("version").notNull(),
    basis: text("basis").$type<KnownOutcomes["basis"]>().notNull(),
    /** People whose outcome was known, with and without it. */
    people: integer("people").notNull(),
    outcomes: integer("outcomes").notNull(),
    others: integer("others").notNull(),
    refusal: jsonb("refusal").$type<TrainingRefusal>(),
    report: jsonb("report").$type<TrainingReport>(),
    /** What the model rests on, strongest first. */
    effects: jsonb("effects").$type<FeatureEffect[]>().notNull().default([]),
    /** Null where the training was refused. */
    model: jsonb("model").$type<LearnedModel>(),
    hash: text("hash"),
    isInUse: boolean("is_in_use").notNull().default(false),
    inUseSince: timestampMs("in_use_since"),
    drift: jsonb("drift").$type<ScoreDrift & { checkedAt: string }>(),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex("score_models_version_index").on(table.score, table.version),
    uniqueIndex("score_models_in_use_index").on(table.score).where(sql`is_in_use`),
    index("score_models_training_index").on(table.trainingId),
    oneOf("score_models_score_check", table.score, scoreNames),
    oneOf("score_models_basis_check", table.basis, outcomeBases),
  ],
);

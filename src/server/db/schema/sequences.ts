import { sql } from "drizzle-orm";
import { index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { type RunDraw, runDraws } from "#domain/sequences/goal.ts";
import {
  type RunEntry,
  type RunStateName,
  runEntries,
  runStates,
  type StepResult,
  stepResults,
} from "#domain/sequences/run-state.ts";
import { ruleRuns, rules } from "./automation.ts";
import { oneOf, timestampMs } from "./columns.ts";
import { people } from "./people.ts";

/** Where a person stands in the steps of a rule. Its id is that of the run of the rule that began it. */
export const sequenceRuns = pgTable(
  "sequence_runs",
  {
    id: uuid("id")
      .primaryKey()
      .references(() => ruleRuns.id, { onDelete: "cascade" }),
    ruleId: uuid("rule_id").references(() => rules.id, { onDelete: "set null" }),
    personId: uuid("person_id")
      .notNull()
      .references(() => people.id, { onDelete: "cascade" }),
    entry: text("entry").$type<RunEntry>().notNull(),
    state: text("state").$type<RunStateName>().notNull(),
    /** The step that comes next, is at work, or at which the run ended; null once all are done. */
    stepId: text("step_id"),
    startedAt: timestampMs("started_at").notNull(),
    /** When the step before was done: waits are counted from it. */
    since: timestampMs("since").notNull(),
    /** When the wait ends that has begun. */
    opensAt: timestampMs("opens_at"),
    /** When to decide again; null for a run that ended, or that is paused and has nothing to decide. */
    dueAt: timestampMs("due_at"),
    /** Of a message at work: it is skipped if it has not left by then. */
    goodUntil: timestampMs("good_until"),
    pausedAt: timestampMs("paused_at"),
    resumedAt: timestampMs("resumed_at"),
    /** What the questions were answered with, by their steps. */
    answers: jsonb("answers").$type<Record<string, "yes" | "no">>().notNull().default({}),
    /** What a model chose, by the steps that asked it. */
    labels: jsonb("labels").$type<Record<string, string>>().notNull().default({}),
    /** Why it waits or ended. */
    why: jsonb("why").$type<Record<string, unknown>[]>().notNull().default([]),
    endedAt: timestampMs("ended_at"),
    /** When what its steps wait for or its rule stops at happened last since it began, by their keys. */
    happened: jsonb("happened").$type<Record<string, number>>().notNull().default({}),
    /** What became of the work of the step at which it is, where that is no message. */
    outcome: jsonb("outcome").$type<Record<string, unknown>>(),
    /** The goal of the rule when it began; null without one, and for a person who had reached it before. */
    goal: text("goal"),
    goalUntil: timestampMs("goal_until"),
    /** When the goal was reached first. */
    goalAt: timestampMs("goal_at"),
    /** Null for runs that were not drawn: by hand, without a holdout, or while an earlier draw holds. */
    draw: text("draw").$type<RunDraw>(),
  },
  (table) => [
    // The queue: each rule's runs by the time at which they are due.
    index("sequence_runs_due_index")
      .on(table.ruleId, table.dueAt)
      .where(sql`state <> 'ended' AND due_at IS NOT NULL`),
    // A person goes through a rule once at a time.
    uniqueIndex("sequence_runs_active_index").on(table.ruleId, table.personId).where(sql`state <> 'ended'`),
    index("sequence_runs_person_index").on(table.personId, table.startedAt.desc()),
    index("sequence_runs_rule_index").on(table.ruleId, table.id.desc()),
    index("sequence_runs_step_index").on(table.ruleId, table.state, table.stepId),
    // Open goals, for the look at segments.
    index("sequence_runs_goal_index")
      .on(table.goal, table.goalUntil, table.id)
      .where(sql`goal IS NOT NULL AND goal_at IS NULL`),
    oneOf("sequence_runs_state_check", table.state, runStates),
    oneOf("sequence_runs_entry_check", table.entry, runEntries),
    oneOf("sequence_runs_draw_check", table.draw, runDraws),
  ],
);

/** What became of each step of a run. */
export const sequenceSteps = pgTable(
  "sequence_steps",
  {
    runId: uuid("run_id")
      .notNull()
      .references(() => sequenceRuns.id, { onDelete: "cascade" }),
    stepId: text("step_id").notNull(),
    /** It outlives the rule. */
    ruleId: uuid("rule_id").notNull(),
    /** Its place among the steps of the run. */
    position: integer("position").notNull(),
    /** The version of the rule whose step it was. */
    version: integer("version").notNull(),
    result: text("result").$type<StepResult>().notNull(),
    /** Of a question. */
    answer: text("answer").$type<"yes" | "no">(),
    /** Of a message with several wordings. */
    variant: integer("variant"),
    why: jsonb("why").$type<Record<string, unknown>[]>().notNull().default([]),
    at: timestampMs("at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.runId, table.stepId] }),
    index("sequence_steps_rule_index").on(table.ruleId, table.stepId, table.result),
    oneOf("sequence_steps_result_check", table.result, stepResults),
  ],
);

import * as z from "zod";
import { ruleInput, ruleOptions } from "#domain/rules/rule.ts";
import { stepAnswers, stopEvents, stopHappening } from "#domain/rules/step-parts.ts";
import { runEntries, stepResults } from "#domain/sequences/run-state.ts";
import { apiRoute } from "./api-route.ts";
import { reasonSchema } from "./deliveries.ts";
import { id, isoInstant } from "./fields.ts";

/** `acting`: the message of its step exists, and its outcome is not known yet. */
const runState = z.enum(["waiting", "acting", "paused", "ended"]);
const stepId = z.string().max(16);

const stepMessage = z.object({
  id,
  channel: z.string(),
  status: z.string(),
  reasons: z.array(reasonSchema),
  /** When it goes through the gate again. */
  notBefore: isoInstant.nullable(),
});

export const sequenceRun = z.object({
  id,
  /** Null once the rule is deleted. */
  rule: z.object({ id, name: z.string(), isBroadcast: z.boolean() }).nullable(),
  person: z.object({ id, name: z.string().nullable() }),
  entry: z.enum(runEntries),
  state: runState,
  /** The step that comes next, is at work, or at which the run ended; null once all are done. */
  stepId: stepId.nullable(),
  startedAt: isoInstant,
  /** When it decides again. */
  dueAt: isoInstant.nullable(),
  endedAt: isoInstant.nullable(),
  /** Why it waits or ended. */
  why: z.array(reasonSchema),
  /** The message of the step at work. */
  message: stepMessage.nullable(),
});
export type SequenceRun = z.infer<typeof sequenceRun>;

export const runStep = z.object({
  stepId,
  /** The version of the rule whose step it was. */
  version: z.int(),
  result: z.enum(stepResults),
  answer: z.enum(stepAnswers).nullable(),
  variant: z.int().nullable(),
  why: z.array(reasonSchema),
  at: isoInstant,
  message: stepMessage.nullable(),
});
export type RunStep = z.infer<typeof runStep>;

export const sequenceProgress = z.object({
  /** In the order of the rule; steps that it no longer has are left out. */
  steps: z.array(
    z.object({
      stepId,
      /** Runs that are at the step, runs that went on, and runs that ended there. */
      here: z.int(),
      wentOn: z.int(),
      left: z.int(),
      /** Runs that did the step and reached the goal of the rule afterwards; null without a goal. */
      toGoal: z.int().nullable(),
    }),
  ),
  running: z.int(),
  paused: z.int(),
  ended: z.array(z.object({ code: z.string(), count: z.int() })),
  /** Null without a goal. Who had reached it before they began is not counted. */
  goal: z
    .object({
      /** Of those who went through; once people are kept aside, only of those who were drawn with them. */
      reached: z.int(),
      of: z.int(),
      heldOutReached: z.int(),
      heldOutOf: z.int(),
      /** In points of a hundred with a 95 % interval; null without a holdout, or with fewer than 10 in a group. */
      difference: z.object({ points: z.number(), low: z.number(), high: z.number() }).nullable(),
    })
    .nullable(),
});
export type SequenceProgress = z.infer<typeof sequenceProgress>;

/** People inside a sequence, each counted once, by the gravest effect. */
export const editEffects = z.object({
  unchanged: z.int(),
  newWords: z.int(),
  otherWaits: z.int(),
  otherSteps: z.int(),
  moved: z.int(),
  ended: z.int(),
});

const overdueRuns = z.object({
  /** Their step was due before now. */
  overdue: z.int(),
  /** Of them, those whose step is overdue by more than it is good for. */
  tooLate: z.int(),
});

export const runChange = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("pause") }),
  z.strictObject({ kind: z.literal("resume") }),
  /** Leaves the present step out. */
  z.strictObject({ kind: z.literal("skip") }),
  z.strictObject({ kind: z.literal("stop") }),
  /** To a step that the run has not done yet. */
  z.strictObject({ kind: z.literal("move"), stepId }),
  /** The present step, which has not begun, comes at this time. */
  z.strictObject({ kind: z.literal("wait"), until: isoInstant }),
]);
export type RunChange = z.infer<typeof runChange>;

const refusals = [
  "person_gone",
  "already_running",
  "rule_off",
  "run_ended",
  "step_done",
  "step_unknown",
  "step_begun",
  "run_paused",
] as const;
export type RunRefusal = (typeof refusals)[number];
/** For how many people one call starts a rule. */
export const maxStartedAtOnce = 500;
const refused = z.array(z.object({ id, code: z.enum(refusals) }));

const byId = { params: z.object({ id }) };

export const runsApi = {
  list: apiRoute({
    method: "GET",
    path: "/api/runs",
    access: "viewer",
    area: "rules",
    scope: "rules:read",
    list: true,
    summary: "Runs of sequences: who is at which step, the newest first",
    input: {
      query: z.strictObject({
        personId: id.optional(),
        ruleId: id.optional(),
        stepId: stepId.optional(),
        state: z.enum(["running", "ended", "all"]).default("running"),
        cursor: id.optional(),
        limit: z.coerce.number().int().min(1).max(200).default(50),
      }),
    },
    output: z.object({ runs: z.array(sequenceRun), nextCursor: id.nullable() }),
    topics: ["rule-runs", "rules", "actions"],
  }),
  get: apiRoute({
    method: "GET",
    path: "/api/runs/{id}",
    access: "viewer",
    area: "rules",
    scope: "rules:read",
    summary: "A run of a sequence with every step so far, and what would end it",
    input: byId,
    output: sequenceRun.extend({
      steps: z.array(runStep),
      stopWhen: z.array(z.enum(stopEvents)),
      stopOn: z.array(stopHappening),
    }),
    topics: ["rule-runs", "rules", "actions"],
  }),
  progress: apiRoute({
    method: "GET",
    path: "/api/rules/{id}/progress",
    access: "viewer",
    area: "rules",
    scope: "rules:read",
    summary: "How many people are at each step of a rule, went on, or left there",
    input: byId,
    output: sequenceProgress,
    topics: ["rule-runs", "rules"],
  }),
  previewEdit: apiRoute({
    method: "POST",
    path: "/api/rules/{id}/preview",
    access: "operator",
    area: "rules",
    scope: "rules:read",
    summary: "What an edit of a sequence would do to the people who are in it; nothing is changed",
    input: {
      ...byId,
      body: z.strictObject({ actions: ruleInput.shape.actions, options: ruleOptions.optional() }),
    },
    output: editEffects,
    topics: ["rule-runs", "rules"],
  }),
  overdue: apiRoute({
    method: "GET",
    path: "/api/rules/{id}/overdue",
    access: "viewer",
    area: "rules",
    scope: "rules:read",
    summary:
      "How many people in a sequence are past the time of their step, as after a rule was off for long",
    input: byId,
    output: overdueRuns,
    topics: ["rule-runs", "rules"],
  }),
  endOverdue: apiRoute({
    method: "POST",
    path: "/api/rules/{id}/overdue/end",
    access: "operator",
    area: "rules",
    scope: "rules:write",
    summary:
      "End runs of a rule that is off whose step is overdue by more than it is good for; one call ends up to 2,000",
    input: byId,
    output: z.object({ ended: z.int(), left: z.int().describe("Those for a further call") }),
    problems: ["rule_on"],
    topics: ["rule-runs", "actions", "people"],
  }),
  change: apiRoute({
    method: "POST",
    path: "/api/runs/change",
    access: "operator",
    area: "rules",
    scope: "rules:write",
    summary: "Pause, resume, skip a step of, move or stop runs of sequences",
    input: { body: z.strictObject({ ids: z.array(id).min(1).max(500), change: runChange }) },
    output: z.object({ changed: z.int(), refused }),
    topics: ["rule-runs", "actions", "people"],
  }),
  start: apiRoute({
    method: "POST",
    path: "/api/rules/{id}/start",
    access: "operator",
    area: "rules",
    scope: "rules:start",
    summary:
      "Start a rule for people by hand, whatever its triggers and conditions; at a step of its own where one is named",
    input: {
      ...byId,
      body: z.strictObject({
        personIds: z.array(id).min(1).max(maxStartedAtOnce),
        stepId: stepId.optional(),
      }),
    },
    output: z.object({ started: z.int(), refused }),
    topics: ["rule-runs", "actions", "people"],
  }),
};

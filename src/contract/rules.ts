import * as z from "zod";
import { maxAiLabelLength } from "#domain/rules/ai-step.ts";
import { ruleAction, ruleCondition, ruleInput, ruleOptions, ruleTrigger } from "#domain/rules/rule.ts";
import { apiRoute } from "./api-route.ts";
import { deleteResponse } from "./deletions.ts";
import { reasonSchema } from "./deliveries.ts";
import { id, isoInstant, pageAfter, updateInput } from "./fields.ts";

export const rule = z.object({
  id,
  name: z.string(),
  description: z.string().nullable(),
  enabled: z.boolean(),
  triggers: z.array(ruleTrigger),
  conditions: z.array(ruleCondition),
  actions: z.array(ruleAction),
  options: ruleOptions,
  /** Incremented by every save. */
  version: z.int(),
  executionCount: z.int(),
  successCount: z.int(),
  createdAt: isoInstant,
  updatedAt: isoInstant,
});
export type Rule = z.infer<typeof rule>;

export const ruleVersion = z.object({
  version: z.int(),
  definition: ruleInput,
  changedBy: z.string().nullable(),
  createdAt: isoInstant,
});
export type RuleVersion = z.infer<typeof ruleVersion>;

/** The effect a rule would have. Nothing is sent and nothing is stored. */
export const dryRunReport = z.object({
  /** People evaluated so far, and all people. */
  people: z.int(),
  total: z.int(),
  /** The last person of this part; null when all were evaluated. */
  next: id.nullable(),
  fires: z.int(),
  /** Actions that would be sent, wait or be stopped. */
  sent: z.int(),
  held: z.int(),
  blocked: z.int(),
  reasons: z.array(z.object({ code: z.string(), count: z.int() })),
  /** US dollars, by the last known prices. */
  cost: z.number(),
  /** For those who may not view people: figures are rounded down to tens, and the sample is empty. */
  isRounded: z.boolean(),
  sample: z.array(
    z.object({
      personId: id,
      name: z.string().nullable(),
      ruling: z.enum(["send", "wait", "stop"]),
      reasons: z.array(reasonSchema),
    }),
  ),
});
export type DryRunReport = z.infer<typeof dryRunReport>;

export const ruleRun = z.object({
  id,
  fired: z.boolean(),
  why: z.array(reasonSchema),
  createdAt: isoInstant,
  /** The actions it created, with their current status. */
  actions: z.array(z.object({ id, channel: z.string(), status: z.string(), reasons: z.array(reasonSchema) })),
});

/** What a sequence will do for one person, step by step, as far as can be known today. */
export const sequenceForecast = z.object({
  entries: z.array(
    z.object({
      /** Null for the end. */
      stepId: z.string().nullable(),
      kind: z.enum(["send", "do", "answer", "left_out", "end"]),
      at: isoInstant,
      answer: z.enum(["yes", "no"]).nullable(),
      /** Of a message with several wordings: the one that this person gets. */
      variant: z.int().nullable(),
      channel: z.string().nullable(),
      /** As it would be sent; null for what cannot be composed without its event, and for calls. */
      text: z.string().nullable(),
      /** Where the gate would hold it first; `until: null` waits for a change. */
      waits: z.array(
        z.object({ from: isoInstant, until: isoInstant.nullable(), reasons: z.array(reasonSchema) }),
      ),
      reasons: z.array(reasonSchema),
    }),
  ),
});
export type SequenceForecast = z.infer<typeof sequenceForecast>;

const byId = { params: z.object({ id }) };

export const rulesApi = {
  list: apiRoute({
    method: "GET",
    path: "/api/rules",
    access: "viewer",
    area: ["rules", "people"],
    scope: "rules:read",
    list: true,
    summary: "Automation rules, newest first, all where no limit is given; a cursor leads to older ones",
    input: { query: z.object(pageAfter(200)) },
    output: z.array(rule),
    topics: ["rules", "rule-runs"],
  }),
  get: apiRoute({
    method: "GET",
    path: "/api/rules/{id}",
    access: "viewer",
    area: "rules",
    scope: "rules:read",
    summary: "One rule",
    input: byId,
    output: rule,
    topics: ["rules", "rule-runs"],
  }),
  create: apiRoute({
    method: "POST",
    path: "/api/rules",
    access: "operator",
    area: "rules",
    summary: "Add a rule",
    input: { body: ruleInput },
    output: rule,
    topics: ["rules"],
  }),
  update: apiRoute({
    method: "PUT",
    path: "/api/rules/{id}",
    access: "operator",
    area: "rules",
    summary: "Change a rule",
    input: { ...byId, body: updateInput(ruleInput) },
    output: rule,
    topics: ["rules"],
  }),
  remove: apiRoute({
    method: "DELETE",
    path: "/api/rules/{id}",
    access: "operator",
    area: "rules",
    summary: "Delete a rule; its timeline entries stay",
    input: byId,
    output: deleteResponse,
    topics: ["rules"],
  }),
  versions: apiRoute({
    method: "GET",
    path: "/api/rules/{id}/versions",
    access: "viewer",
    area: "rules",
    summary: "All versions of a rule, newest first",
    input: byId,
    output: z.array(ruleVersion),
    topics: ["rules"],
  }),
  restore: apiRoute({
    method: "POST",
    path: "/api/rules/{id}/versions/{version}",
    access: "operator",
    area: "rules",
    summary: "Restore an earlier version of a rule as a new version",
    input: { params: z.object({ id, version: z.coerce.number().int().min(1) }) },
    output: rule,
    topics: ["rules"],
  }),
  dryRun: apiRoute({
    method: "POST",
    path: "/api/rules/dry-run",
    access: "operator",
    area: "rules",
    scope: "rules:read",
    summary: "The effect of a draft on all people now, or on the events of the last days",
    input: {
      body: z.strictObject({
        rule: ruleInput,
        /** Absent: all people as they are now. Otherwise the events of these days are replayed. */
        days: z.int().min(1).max(90).optional(),
        /** Absent: all at once. Otherwise about a second's work, after the person that the previous part returned. */
        part: z.strictObject({ after: id.nullable() }).optional(),
      }),
    },
    output: dryRunReport,
    topics: [],
  }),
  forecast: apiRoute({
    method: "POST",
    path: "/api/rules/forecast",
    access: "operator",
    area: "rules",
    scope: "rules:read",
    summary: "Play a draft of a sequence forward for one person; nothing is sent and nothing is stored",
    input: {
      body: z.strictObject({
        actions: ruleInput.shape.actions,
        options: ruleOptions.optional(),
        /** The stored rule, for its limits; absent for a new one. */
        ruleId: id.optional(),
        personId: id,
        /** Suppose that the person answers then. */
        answersAt: isoInstant.optional(),
        /** Suppose that a model chooses these labels, by step; no model is asked. */
        labels: z.record(z.string().max(16), z.string().max(maxAiLabelLength)).optional(),
      }),
    },
    output: sequenceForecast,
    topics: [],
  }),
  why: apiRoute({
    method: "GET",
    path: "/api/rules/{id}/people/{personId}",
    access: "viewer",
    area: "people",
    scope: "rules:read",
    summary: "Why a rule did or did not reach a person",
    input: { params: z.object({ id, personId: id }) },
    output: z.object({
      /** Evaluated for the person as they are now. */
      now: z.object({ fires: z.boolean(), why: z.array(reasonSchema) }),
      /** The gate's decision for each action. */
      gate: z.array(
        z.object({
          channel: z.string(),
          ruling: z.enum(["send", "wait", "stop"]),
          until: isoInstant.nullable(),
          reasons: z.array(reasonSchema),
        }),
      ),
      runs: z.array(ruleRun),
    }),
    topics: ["rules", "rule-runs", "people", "actions"],
  }),
};

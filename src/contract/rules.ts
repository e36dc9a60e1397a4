import * as z from "zod";
import { ruleAction, ruleCondition, ruleInput, ruleOptions, ruleTrigger } from "#domain/rules/rule.ts";
import { apiRoute } from "./api-route.ts";
import { reasonSchema } from "./deliveries.ts";
import { id, isoInstant, okResponse, updateInput } from "./fields.ts";

export const rule = z.object({
  id,
  name: z.string(),
  description: z.string().nullable(),
  enabled: z.boolean(),
  triggers: z.array(ruleTrigger),
  conditions: z.array(ruleCondition),
  actions: z.array(ruleAction),
  options: ruleOptions,
  /** Counts its saves. */
  version: z.int(),
  executionCount: z.int(),
  successCount: z.int(),
  createdAt: isoInstant,
  updatedAt: isoInstant,
});
export type Rule = z.infer<typeof rule>;

/** One saved form of a rule. */
export const ruleVersion = z.object({
  version: z.int(),
  definition: ruleInput,
  changedBy: z.string().nullable(),
  createdAt: isoInstant,
});
export type RuleVersion = z.infer<typeof ruleVersion>;

/** What would come of a rule. Nothing is sent and nothing is stored. */
export const dryRunReport = z.object({
  /** How many were looked at, and how many there are. */
  people: z.int(),
  total: z.int(),
  /** Where the next part begins; null when everybody was looked at. */
  next: id.nullable(),
  fires: z.int(),
  /** Of all its actions: how many would go, wait, or be stopped. */
  sent: z.int(),
  held: z.int(),
  blocked: z.int(),
  reasons: z.array(z.object({ code: z.string(), count: z.int() })),
  /** US dollars, by the last known prices. */
  cost: z.number(),
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
  /** What it asked for, and what became of that. */
  actions: z.array(z.object({ id, channel: z.string(), status: z.string(), reasons: z.array(reasonSchema) })),
});

const byId = { params: z.object({ id }) };

export const rulesApi = {
  list: apiRoute({
    method: "GET",
    path: "/api/rules",
    access: "viewer",
    summary: "Automation rules",
    input: {},
    output: z.array(rule),
    topics: ["rules"],
  }),
  create: apiRoute({
    method: "POST",
    path: "/api/rules",
    access: "operator",
    summary: "Add a rule",
    input: { body: ruleInput },
    output: rule,
    topics: ["rules"],
  }),
  update: apiRoute({
    method: "PUT",
    path: "/api/rules/{id}",
    access: "operator",
    summary: "Change a rule",
    input: { ...byId, body: updateInput(ruleInput) },
    output: rule,
    topics: ["rules"],
  }),
  remove: apiRoute({
    method: "DELETE",
    path: "/api/rules/{id}",
    access: "operator",
    summary: "Delete a rule; what it did stays on the timelines",
    input: byId,
    output: okResponse,
    topics: ["rules"],
  }),
  versions: apiRoute({
    method: "GET",
    path: "/api/rules/{id}/versions",
    access: "viewer",
    summary: "All saved forms of a rule, newest first",
    input: byId,
    output: z.array(ruleVersion),
    topics: ["rules"],
  }),
  restore: apiRoute({
    method: "POST",
    path: "/api/rules/{id}/versions/{version}",
    access: "operator",
    summary: "Bring an earlier form of a rule back, as a new version",
    input: { params: z.object({ id, version: z.coerce.number().int().min(1) }) },
    output: rule,
    topics: ["rules"],
  }),
  dryRun: apiRoute({
    method: "POST",
    path: "/api/rules/dry-run",
    access: "operator",
    summary: "What a draft would do for everybody as they are now, or would have done in the last days",
    input: {
      body: z.strictObject({
        rule: ruleInput,
        /** Absent: everybody as they are now. Else the events of so many days are played again. */
        days: z.int().min(1).max(90).optional(),
        /** Absent: all at once. Else a part of about a second, after the person that the part before named. */
        part: z.strictObject({ after: id.nullable() }).optional(),
      }),
    },
    output: dryRunReport,
    topics: [],
  }),
  why: apiRoute({
    method: "GET",
    path: "/api/rules/{id}/people/{personId}",
    access: "viewer",
    summary: "Why a rule did or did not reach a person",
    input: { params: z.object({ id, personId: id }) },
    output: z.object({
      /** As the person is now. */
      now: z.object({ fires: z.boolean(), why: z.array(reasonSchema) }),
      /** What the gate would say to each of its actions. */
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
    topics: ["rules", "people", "actions"],
  }),
};

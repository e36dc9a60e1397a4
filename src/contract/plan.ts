import * as z from "zod";
import { channels } from "#domain/channels/channel.ts";
import { planKinds } from "#domain/plan/plan-kinds.ts";
import { actionTypes } from "#domain/rules/rule.ts";
import { apiRoute } from "./api-route.ts";
import { reasonSchema } from "./deliveries.ts";
import { filterChoice, id, isoInstant } from "./fields.ts";

/** What a rule does, or an answer on a channel on which only answers are written. */
const planTypes = [...actionTypes, "x"] as const;
const calendarDate = z.iso.date();
const ruleRef = z.object({ id, name: z.string(), isBroadcast: z.boolean() });
/** A step of a sequence; one that waits for a user may be of a rule that no longer has it. */
const stepId = z.string().max(16);

/** What leaves within one hour for one cause, or is held without a time. */
export const planItem = z.object({
  kind: z.enum(planKinds),
  /** The hour in which it leaves; null where it is held until something changes. */
  at: isoInstant.nullable(),
  /** When the last person begins, of a broadcast with a pace. */
  until: isoInstant.nullable(),
  rule: ruleRef.nullable(),
  stepId: stepId.nullable(),
  /** What is done; null where the rule no longer has the step, and for a broadcast of several channels. */
  type: z.enum(planTypes).nullable(),
  /** Why it waits; null for what leaves at its own time. */
  code: z.string().nullable(),
  count: z.int(),
  /** Of a single one. */
  person: z.object({ id, name: z.string().nullable() }).nullable(),
});
export type PlanItem = z.infer<typeof planItem>;

/** A day of the business, with the hours in which marketing by text may leave there. */
export const planDay = z.object({
  date: calendarDate,
  startsAt: isoInstant,
  endsAt: isoInstant,
  /** Minutes after midnight; null where the whole day is closed. */
  opens: z.int().nullable(),
  closes: z.int().nullable(),
  holiday: z.string().nullable(),
  /** Messages by channel, and how many its vendors take within the open hours; null without a limit. */
  channels: z.array(z.object({ channel: z.enum(channels), planned: z.int(), room: z.int().nullable() })),
});
export type PlanDay = z.infer<typeof planDay>;

export const planPerson = z.object({
  person: z.object({ id, name: z.string().nullable() }),
  at: isoInstant.nullable(),
  actionId: id.nullable(),
  runId: id.nullable(),
  channel: z.enum(channels).nullable(),
  reasons: z.array(reasonSchema),
});
export type PlanPerson = z.infer<typeof planPerson>;

/** Besides the runs of sequences: what else waits for one person. */
const personPlan = z.object({
  messages: z.array(
    z.object({
      actionId: id,
      channel: z.enum(channels),
      /** When it goes through the gate again; null where it is held until something changes. */
      at: isoInstant.nullable(),
      /** Null for a message written by hand. */
      rule: ruleRef.nullable(),
      reasons: z.array(reasonSchema),
    }),
  ),
  /** Broadcasts that the person is to get, and of which their turn has not come. */
  broadcasts: z.array(
    z.object({
      id,
      name: z.string(),
      state: z.enum(["scheduled", "sending", "paused"]),
      at: isoInstant.nullable(),
    }),
  ),
});
export type PlannedForPerson = z.infer<typeof personPlan>;

const filter = {
  channel: filterChoice(channels),
  ruleId: id.optional(),
  /** The user who has the conversation or the person. */
  ownerId: id.optional(),
};

export const maxPlanDays = 14;

export const planApi = {
  get: apiRoute({
    method: "GET",
    path: "/api/plan",
    access: "viewer",
    area: "rules",
    scope: "rules:read",
    summary: "Everything that will leave, waits or is held, by hour and cause",
    input: {
      query: z.strictObject({
        /** The first day in the timezone of the business; today without it. */
        from: calendarDate.optional(),
        days: z.coerce.number().int().min(1).max(maxPlanDays).default(7),
        ...filter,
      }),
    },
    output: z.object({
      timezone: z.string(),
      /** Whether marketing waits on public holidays. */
      holidaysAreClosed: z.boolean(),
      days: z.array(planDay),
      items: z.array(planItem),
      /** How many of the whole plan wait for each reason, the most frequent first. */
      causes: z.array(z.object({ code: z.string(), count: z.int() })),
      /** There are more items than are listed. */
      isPartial: z.boolean(),
    }),
    topics: ["actions", "rule-runs", "rules", "broadcasts"],
  }),
  person: apiRoute({
    method: "GET",
    path: "/api/plan/people/{id}",
    access: "viewer",
    area: "rules",
    scope: "rules:read",
    summary: "What will be sent to one person besides their runs of sequences",
    input: { params: z.object({ id }) },
    output: personPlan,
    topics: ["actions", "rule-runs", "rules", "broadcasts"],
  }),
  people: apiRoute({
    method: "GET",
    path: "/api/plan/people",
    access: "viewer",
    area: "rules",
    scope: "rules:read",
    list: true,
    summary: "The people of one item of the plan",
    input: {
      query: z.strictObject({
        kind: z.enum(["message", "step"]),
        /** The hour; without it, what is held without a time. */
        at: isoInstant.optional(),
        ruleId: id.optional(),
        stepId: stepId.optional(),
        /** The channel of a message. */
        type: z.enum(planTypes).optional(),
        /** Why it waits; without it, what leaves at its own time. */
        code: z.string().max(60).optional(),
        ownerId: id.optional(),
        cursor: id.optional(),
        limit: z.coerce.number().int().min(1).max(200).default(50),
      }),
    },
    output: z.object({ people: z.array(planPerson), nextCursor: id.nullable() }),
    topics: ["actions", "rule-runs", "rules"],
  }),
};

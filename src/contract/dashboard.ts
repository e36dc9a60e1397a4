import * as z from "zod";
import { attentionKinds } from "#domain/attention.ts";
import { apiRoute } from "./api-route.ts";
import { id, isoInstant } from "./fields.ts";

const change = z.number().nullable();
const spark = z.array(z.number());

/** The dashboard's figures, with costs in US dollars. */
export const trendNames = ["events", "leads", "actions", "cost"] as const;
export type TrendName = (typeof trendNames)[number];

export const dashboardApi = {
  attention: apiRoute({
    method: "GET",
    path: "/api/dashboard/attention",
    access: "viewer",
    area: "dashboard",
    summary: "What waits for an operator, as far as the user may see it; counting stops at 999",
    input: {},
    output: z.object({
      items: z.array(
        z.object({
          kind: z.enum(attentionKinds),
          count: z.int(),
          /** When the oldest began to wait; null where that is not known. */
          since: isoInstant.nullable(),
          /** Whose conversation to open first. */
          personId: id.nullable(),
        }),
      ),
    }),
    topics: ["threads", "approvals", "broadcasts", "actions", "endpoints", "events"],
  }),
  stats: apiRoute({
    method: "GET",
    path: "/api/dashboard/stats",
    access: "viewer",
    area: "dashboard",
    summary: "Today's figures with their change against the previous period",
    input: {},
    output: z.object({
      eventsToday: z.int(),
      activeLeads: z.int(),
      actionsToday: z.int(),
      /** Test sends that only a simulator got; not among the actions. */
      simulatedToday: z.int(),
      /** US dollars. */
      totalCost: z.number(),
      /** Percent against yesterday at this time; null without data for yesterday. */
      eventsChange: change,
      /** Percent against a week ago. */
      leadsChange: change,
      /** Percentage of today's actions that succeeded. */
      actionsSucceeded: change,
      costChange: change,
      /** The last seven days, today last. */
      sparks: z.object({ events: spark, leads: spark, actions: spark, cost: spark }),
    }),
    topics: ["events", "people", "actions", "ai-providers", "settings"],
  }),
  trends: apiRoute({
    method: "GET",
    path: "/api/dashboard/trends",
    access: "viewer",
    area: "dashboard",
    summary:
      "The figures of the dashboard over time: by hour for one day, by day for more, in the workspace's zone",
    input: { query: z.strictObject({ from: z.iso.date().optional(), to: z.iso.date().optional() }) },
    output: z.object({
      by: z.enum(["hour", "day"]),
      /** When each point begins. */
      starts: z.array(isoInstant),
      figures: z.array(
        z.object({
          name: z.enum(trendNames),
          /** Of the period; of active leads those at its end. */
          total: z.number(),
          /** The same of the days before; null for one day, which may not be over. */
          before: z.number().nullable(),
          points: z.array(z.number()),
        }),
      ),
    }),
    topics: ["events", "people", "actions", "settings"],
  }),
  costs: apiRoute({
    method: "GET",
    path: "/api/dashboard/costs",
    access: "viewer",
    area: "dashboard",
    summary: "Breakdown of today's cost",
    input: {},
    output: z.object({
      /** US dollars, highest cost first. */
      parts: z.array(z.object({ kind: z.string(), service: z.string(), uses: z.int(), cost: z.number() })),
      total: z.number(),
      /** Number of people with costs. */
      people: z.int(),
      /** What was spent on these people; the total also contains costs without a person. */
      peopleCost: z.number(),
    }),
    topics: ["actions", "ai-providers", "settings"],
  }),
  channels: apiRoute({
    method: "GET",
    path: "/api/dashboard/channels",
    access: "viewer",
    area: "dashboard",
    summary: "Actions by channel",
    input: { query: z.strictObject({ range: z.enum(["today", "7d", "30d"]).default("today") }) },
    output: z.array(
      z.object({ channel: z.enum(["sms", "whatsapp", "voice", "email", "x"]), count: z.int() }),
    ),
    topics: ["actions", "settings"],
  }),
  funnel: apiRoute({
    method: "GET",
    path: "/api/dashboard/funnel",
    access: "viewer",
    area: "dashboard",
    summary: "Leads who reached each stage",
    input: {},
    output: z.array(
      z.object({ stage: z.enum(["new", "qualified", "contacted", "converted"]), count: z.int() }),
    ),
    topics: ["people"],
  }),
  activity: apiRoute({
    method: "GET",
    path: "/api/dashboard/activity",
    access: "viewer",
    area: "dashboard",
    summary: "Latest timeline entries of all people",
    input: {},
    output: z.array(
      z.object({
        id,
        personId: id,
        personName: z.string(),
        eventType: z.string(),
        source: z.string().nullable(),
        title: z.string(),
        description: z.string().nullable(),
        metadata: z.record(z.string(), z.unknown()).nullable(),
        createdAt: isoInstant,
      }),
    ),
    topics: ["people", "actions", "calls", "events"],
  }),
};

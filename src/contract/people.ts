import * as z from "zod";
import { consentFlags, personInput, personStatuses, personTypes, tagSchema } from "#domain/person.ts";
import { scoreNames } from "#domain/scoring/model.ts";
import { endpoint } from "./endpoint.ts";
import { changeOf, done, id, instant } from "./fields.ts";

export const person = z.object({
  id,
  type: z.enum(personTypes),
  status: z.enum(personStatuses),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  /** The name of the zone they live in; null: only their number's area code tells. */
  timezone: z.string().nullable(),
  consents: consentFlags,
  tags: z.array(z.string()),
  assignedAgentId: id.nullable(),
  sources: z.array(z.string()),
  createdAt: instant,
  updatedAt: instant,
});
export type Person = z.infer<typeof person>;

/** A row of the list; the score is null for somebody without a profile. */
export const personRow = person.extend({ intentScore: z.int().nullable() });
export type PersonRow = z.infer<typeof personRow>;

export const aiProfile = z.object({
  intentScore: z.int(),
  propensityToBuy: z.int(),
  churnRisk: z.int(),
  preferredChannel: z.string().nullable(),
  bestTimeToContact: z.string().nullable(),
  nextBestAction: z.string().nullable(),
  aiSummary: z.string().nullable(),
  updatedAt: instant,
});

export const timelineEvent = z.object({
  id,
  eventType: z.string(),
  source: z.string().nullable(),
  title: z.string(),
  description: z.string().nullable(),
  /** What the words of the entry need, where they are ours. */
  metadata: z.record(z.string(), z.unknown()).nullable(),
  createdAt: instant,
});

export const personDetail = person.extend({
  aiProfile: aiProfile.nullable(),
  /** What messages, calls and AI for them have cost so far, in US dollars. */
  cost: z.number(),
  timelineEvents: z.array(timelineEvent),
});
export type PersonDetail = z.infer<typeof personDetail>;

/** A score and what raised and lowered it. */
export const explainedScore = z.object({
  name: z.enum(scoreNames),
  /** As it was last written, and as the list and the rules see it. */
  stored: z.int(),
  /** What the model makes of what is known now: between happenings scores fade. */
  value: z.int(),
  /** That of somebody of whom nothing is known. */
  base: z.int(),
  parts: z.array(
    z.object({
      feature: z.string(),
      /** What it counts now, after fading: how often, or how many days. */
      value: z.number(),
      /** What it adds to the score, or takes from it; together they lead from the base to the value. */
      points: z.number(),
      times: z.int().nullable(),
      lastAt: instant.nullable(),
      /** After so many days it counts half. */
      halfLifeDays: z.number().nullable(),
    }),
  ),
});
export type ExplainedScore = z.infer<typeof explainedScore>;

const one = { params: z.object({ id }) };

export const people = {
  list: endpoint({
    method: "GET",
    path: "/api/people",
    access: "viewer",
    summary: "People, newest change first; a cursor leads to the next page",
    input: {
      query: z.strictObject({
        search: z.string().trim().max(200).optional(),
        type: z.enum(personTypes).optional(),
        status: z.enum(personStatuses).optional(),
        tag: tagSchema.optional(),
        cursor: z.string().max(200).optional(),
        limit: z.coerce.number().int().min(1).max(200).default(50),
      }),
    },
    output: z.object({
      people: z.array(personRow),
      total: z.int(),
      /** `at_least`: counting stopped at a bound. */
      totalIs: z.enum(["exact", "at_least"]),
      nextCursor: z.string().nullable(),
    }),
    topics: ["people"],
  }),
  get: endpoint({
    method: "GET",
    path: "/api/people/{id}",
    access: "viewer",
    summary: "A person with AI profile and the newest 100 timeline events",
    input: one,
    output: personDetail,
    topics: ["people"],
  }),
  scores: endpoint({
    method: "GET",
    path: "/api/people/{id}/scores",
    access: "viewer",
    summary: "What makes a person's scores; empty for somebody without any",
    input: one,
    output: z.object({
      scores: z.array(explainedScore),
      /** The model that explains, and the one that wrote what is stored; null where another hand did. */
      version: z.string(),
      storedVersion: z.string().nullable(),
      scoredAt: instant.nullable(),
    }),
    topics: ["people"],
  }),
  create: endpoint({
    method: "POST",
    path: "/api/people",
    access: "operator",
    summary: "Add a person",
    input: { body: personInput },
    output: person,
    topics: ["people"],
  }),
  update: endpoint({
    method: "PUT",
    path: "/api/people/{id}",
    access: "operator",
    summary: "Change a person; fields left out stay as they are",
    input: { ...one, body: changeOf(personInput) },
    output: person,
    topics: ["people"],
  }),
  remove: endpoint({
    method: "DELETE",
    path: "/api/people/{id}",
    access: "operator",
    summary: "Delete a person with profile, timeline, actions and calls",
    input: one,
    output: done,
    topics: ["people"],
  }),
  bulk: endpoint({
    method: "POST",
    path: "/api/people/bulk",
    access: "operator",
    summary: "Change or delete many people at once",
    input: {
      body: z.strictObject({
        ids: z.array(id).min(1).max(1000),
        change: z.discriminatedUnion("kind", [
          z.strictObject({ kind: z.literal("status"), status: z.enum(personStatuses) }),
          z.strictObject({ kind: z.literal("add_tag"), tag: tagSchema }),
          z.strictObject({ kind: z.literal("remove_tag"), tag: tagSchema }),
          z.strictObject({ kind: z.literal("delete") }),
        ]),
      }),
    },
    output: z.object({ changed: z.int() }),
    topics: ["people"],
  }),
};

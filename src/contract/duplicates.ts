import * as z from "zod";
import { duplicateReasons } from "#domain/possible-duplicate.ts";
import { apiRoute } from "./api-route.ts";
import { batch } from "./batches.ts";
import { reasonSchema } from "./deliveries.ts";
import { id, isoInstant, okResponse } from "./fields.ts";
import { person } from "./people.ts";

/** What one comparison says about two people, in log-odds to base 2. */
export const duplicatePart = z.object({
  comparison: z.string(),
  level: z.string(),
  weight: z.number(),
  /** The values that were compared, for the reader. */
  values: z.tuple([z.string().nullable(), z.string().nullable()]),
});

export const duplicatePair = z.object({
  id,
  people: z.tuple([person, person]),
  reason: z.enum(duplicateReasons),
  weight: z.number().nullable(),
  parts: z.array(duplicatePart),
  /** Whether it is sure enough to be merged together with others. */
  isStrict: z.boolean(),
  createdAt: isoInstant,
});
export type DuplicatePair = z.infer<typeof duplicatePair>;

/** Which of two values the survivor gets, by field. */
const picks = z.record(z.string().max(80), z.enum(["survivor", "other"]));

export const mergePreview = z.object({
  survivor: person,
  other: person,
  /** Fields where the two differ, with what the survivor would have. */
  fields: z.array(
    z.object({
      field: z.string(),
      survivor: z.unknown(),
      other: z.unknown(),
      result: z.unknown(),
      /** Tags, sources, addresses and consents follow rules and are not picked. */
      mayPick: z.boolean(),
    }),
  ),
  /** How many rows move, by kind: messages, calls, tasks, … */
  moves: z.record(z.string(), z.int()),
  /** What stays refused or becomes so, and what else the operator should know. */
  notes: z.array(reasonSchema),
});
export type MergePreview = z.infer<typeof mergePreview>;

const byId = { params: z.object({ id }) };

export const duplicatesApi = {
  list: apiRoute({
    method: "GET",
    path: "/api/duplicates",
    access: "viewer",
    area: "people",
    summary: "Pairs of people who may be one, the surest first",
    input: {
      query: z.strictObject({
        personId: id.optional(),
        cursor: z.string().max(200).optional(),
        limit: z.coerce.number().int().min(1).max(100).default(30),
      }),
    },
    output: z.object({
      pairs: z.array(duplicatePair),
      total: z.int(),
      nextCursor: z.string().nullable(),
      /** Values that too many people share to be compared, such as a switchboard. */
      skipped: z.array(z.object({ block: z.string(), value: z.string(), people: z.int() })),
    }),
    topics: ["people"],
  }),
  similar: apiRoute({
    method: "POST",
    path: "/api/duplicates/similar",
    access: "operator",
    area: "people",
    summary: "People who may be the one that is being entered",
    input: {
      body: z.strictObject({
        firstName: z.string().max(200).nullable().default(null),
        lastName: z.string().max(200).nullable().default(null),
        email: z.string().max(254).nullable().default(null),
        phone: z.string().max(40).nullable().default(null),
        zip: z.string().max(20).nullable().default(null),
      }),
    },
    output: z.object({
      people: z.array(z.object({ person, weight: z.number(), parts: z.array(duplicatePart) })),
    }),
    topics: ["people"],
  }),
  distinct: apiRoute({
    method: "POST",
    path: "/api/duplicates/{id}/distinct",
    access: "operator",
    area: "people",
    summary: "Say that two people are different; it is remembered for ever",
    input: byId,
    output: okResponse,
    topics: ["people"],
  }),
  preview: apiRoute({
    method: "POST",
    path: "/api/merges/preview",
    access: "operator",
    area: "people",
    summary: "What a merge would make of two people; nothing is changed",
    input: { body: z.strictObject({ survivorId: id, otherId: id, picks: picks.default({}) }) },
    output: mergePreview,
    topics: ["people"],
  }),
  merge: apiRoute({
    method: "POST",
    path: "/api/merges",
    access: "operator",
    area: "people",
    summary: "Merge people in pairs, as one batch that can be undone",
    input: {
      body: z.strictObject({
        pairs: z
          .array(z.strictObject({ survivorId: id, otherId: id, picks: picks.default({}) }))
          .min(1)
          .max(500),
      }),
    },
    output: batch,
    problems: ["conflict"],
    topics: ["people", "batches", "threads", "actions"],
  }),
  find: apiRoute({
    method: "POST",
    path: "/api/duplicates/find",
    access: "operator",
    area: "people",
    summary: "Compare all people, in the background",
    input: {},
    output: okResponse,
    topics: ["people"],
  }),
};

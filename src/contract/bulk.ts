import * as z from "zod";
import { consentChannels } from "#domain/channels/channel.ts";
import { personInput, tagSchema } from "#domain/person.ts";
import { apiRoute } from "./api-route.ts";
import { id, updateInput } from "./fields.ts";
import { problemBody } from "./problems.ts";

export const maxBulkRows = 500;

/**
 * Rows that are read one by one, so that a wrong row fails alone: the request takes anything, and the reference shows
 * the schema of a row.
 */
const rowsOf = (row: z.ZodType) => {
  const { $schema: _, ...schema } = z.toJSONSchema(row, { io: "input", unrepresentable: "any" });
  return z.array(z.unknown().meta(schema)).min(1).max(maxBulkRows);
};

/** Consents have a call of their own, because programs cannot grant them. */
export const bulkPersonRow = updateInput(personInput.omit({ consents: true })).extend({
  /** The person to change; a row without one adds a person, or changes the one with its address. */
  id: id.optional(),
});

export const bulkTagRow = z.strictObject({
  personId: id,
  add: z.array(tagSchema).max(50).default([]),
  remove: z.array(tagSchema).max(50).default([]),
});

/** Consents to marketing. */
export const bulkConsentRow = z.strictObject({
  personId: id,
  channel: z.enum(consentChannels),
  /** `unproven` is a consent without evidence, which allows no marketing; a recorded answer of the person stays. */
  state: z.enum(["denied", "unproven"]),
  /** Where the program knows it from. */
  proof: z.string().trim().min(3).max(2000),
});

export const bulkEventRow = z.strictObject({
  /** What happened, as the endpoint's mapping reads it. */
  payload: z.record(z.string(), z.unknown()),
  type: z.string().trim().min(1).max(200).optional(),
  /** An event with a key that its endpoint has seen is not stored again. */
  key: z.string().trim().min(1).max(200).optional(),
});

const bulkOutcomes = ["created", "updated", "unchanged", "failed"] as const;

export const bulkResult = z.object({
  /** In the order of the rows. */
  results: z.array(
    z.object({
      index: z.int(),
      outcome: z.enum(bulkOutcomes),
      /** The id of the person, or of the stored event. */
      id: id.nullable(),
      problem: problemBody.nullable(),
    }),
  ),
  counts: z.object({ created: z.int(), updated: z.int(), unchanged: z.int(), failed: z.int() }),
});
export type BulkResult = z.infer<typeof bulkResult>;
export type BulkRowResult = BulkResult["results"][number];

const personId = "0199aaaa-0000-7000-8000-000000000001";
const counts = { created: 0, updated: 0, unchanged: 0, failed: 0 };

export const bulkApi = {
  people: apiRoute({
    method: "POST",
    path: "/api/bulk/people",
    area: "people",
    access: "operator",
    scope: "people:write",
    summary: "Add and change up to 500 people in one transaction; each row has its own result",
    input: {
      body: z.strictObject({
        /** `address`: a row without an id changes the person who has its e-mail address or phone number. */
        match: z.enum(["id", "address"]).default("id"),
        people: rowsOf(bulkPersonRow),
      }),
    },
    rowsIn: "people",
    output: bulkResult,
    topics: ["people", "actions"],
    example: {
      body: {
        match: "address",
        people: [
          { firstName: "Ana", email: "ana@example.com", tags: ["solar"] },
          { firstName: "Luis", email: "not an address" },
        ],
      },
      answer: {
        results: [
          { index: 0, outcome: "created", id: personId, problem: null },
          {
            index: 1,
            outcome: "failed",
            id: null,
            problem: {
              code: "invalid",
              message: "Please check your input data",
              issues: [{ path: "email", message: "Enter a valid e-mail address" }],
            },
          },
        ],
        counts: { ...counts, created: 1, failed: 1 },
      },
    },
  }),
  tags: apiRoute({
    method: "POST",
    path: "/api/bulk/tags",
    area: "people",
    access: "operator",
    scope: "people:write",
    summary: "Add and remove tags of up to 500 people in one transaction",
    input: { body: z.strictObject({ changes: rowsOf(bulkTagRow) }) },
    rowsIn: "changes",
    output: bulkResult,
    topics: ["people"],
    example: {
      body: { changes: [{ personId, add: ["webinar"], remove: ["cold"] }] },
      answer: {
        results: [{ index: 0, outcome: "updated", id: personId, problem: null }],
        counts: { ...counts, updated: 1 },
      },
    },
  }),
  consents: apiRoute({
    method: "POST",
    path: "/api/bulk/consents",
    area: "people",
    access: "operator",
    scope: "people:write",
    summary:
      "Record refusals and unproven consents of up to 500 people; consents with proof come through an endpoint or a form",
    input: { body: z.strictObject({ consents: rowsOf(bulkConsentRow) }) },
    rowsIn: "consents",
    output: bulkResult,
    topics: ["people", "actions"],
    example: {
      body: { consents: [{ personId, channel: "sms", state: "denied", proof: "Unticked in the CRM" }] },
      answer: {
        results: [{ index: 0, outcome: "created", id: personId, problem: null }],
        counts: { ...counts, created: 1 },
      },
    },
  }),
  events: apiRoute({
    method: "POST",
    path: "/api/bulk/events",
    area: "endpoints",
    access: "operator",
    scope: "events:write",
    summary: "Store up to 500 events of a webhook endpoint in one transaction; its mapping reads them",
    input: { body: z.strictObject({ endpointId: id, events: rowsOf(bulkEventRow) }) },
    rowsIn: "events",
    output: bulkResult,
    problems: ["not_found"],
    topics: ["events"],
    maxBodyBytes: 5 * 1_048_576,
    example: {
      body: {
        endpointId: "0199aaaa-0000-7000-8000-000000000002",
        events: [
          {
            type: "quote.requested",
            key: "quote-4711",
            payload: { email: "ana@example.com", message: "How much is the large plan?" },
          },
        ],
      },
      answer: {
        results: [
          { index: 0, outcome: "created", id: "0199aaaa-0000-7000-8000-000000000003", problem: null },
        ],
        counts: { ...counts, created: 1 },
      },
    },
  }),
};

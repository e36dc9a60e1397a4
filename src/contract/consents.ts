import * as z from "zod";
import { consentChannels } from "#domain/channels/channel.ts";
import { consentPurposes, consentStates } from "#domain/compliance/consent.ts";
import { reviewSubjects } from "#domain/compliance/review.ts";
import { suppressionScopes, suppressionStates } from "#domain/compliance/suppression.ts";
import { apiRoute } from "./api-route.ts";
import { exportNames } from "./export-names.ts";
import { filterChoice, id, isoInstant, okResponse } from "./fields.ts";
import { ledgerFilter, ledgerPage, nextBefore } from "./ledger.ts";

export const consentRecord = z.object({
  id,
  personId: id,
  personName: z.string().nullable(),
  channel: z.enum(consentChannels),
  purpose: z.enum(consentPurposes),
  state: z.enum(consentStates),
  written: z.boolean(),
  method: z.string(),
  proof: z.record(z.string(), z.unknown()).nullable(),
  actorEmail: z.string().nullable(),
  createdAt: isoInstant,
});
export type ConsentRecord = z.infer<typeof consentRecord>;

export const suppressionRecord = z.object({
  id,
  /** The person who has the address now. The address itself is stored only as a hash. */
  personId: id.nullable(),
  personName: z.string().nullable(),
  scope: z.enum(suppressionScopes),
  state: z.enum(suppressionStates),
  source: z.string(),
  reason: z.string().nullable(),
  /** It was said to a simulator outside the demo. */
  simulated: z.boolean(),
  createdAt: isoInstant,
});
export type SuppressionRecord = z.infer<typeof suppressionRecord>;

export const optOutReview = z.object({
  id,
  personId: id,
  personName: z.string().nullable(),
  channel: z.string(),
  words: z.string(),
  /** What the reply may be; an opt-in or a complaint is reviewed when its sender is not proven. */
  subject: z.enum(reviewSubjects),
  createdAt: isoInstant,
});

/** Hours in which people in a region may be contacted, by law or by choice of the workspace. */
export const contactHours = z.object({
  id: z.string(),
  name: z.string(),
  region: z.string().nullable(),
  /** Starting with Sunday, in minutes since midnight; null: closed all day. */
  days: z.array(z.object({ opens: z.int(), closes: z.int() }).nullable()).length(7),
  holidays: z.enum(["closed", "open"]),
  source: z.string(),
  checked: z.string().nullable(),
  /** False where the statute itself was not compared and the narrowest known hours are used. */
  verified: z.boolean(),
  /** The time zones of the region; of the whole country for the federal rule. */
  zones: z.array(z.string()),
  origin: z.enum(["law", "workspace"]),
});
export type ContactHours = z.infer<typeof contactHours>;

const consentFilter = {
  ...ledgerFilter,
  channel: filterChoice(consentChannels),
  state: filterChoice(consentStates),
};

const suppressionFilter = {
  ...ledgerFilter,
  /** The channel; `all` finds the opt-outs of everything. */
  scope: z.enum(suppressionScopes).optional(),
  state: filterChoice(suppressionStates),
};

export const consentsApi = {
  consents: apiRoute({
    method: "GET",
    path: "/api/consents",
    access: "viewer",
    area: ["compliance", "people", "inbox"],
    summary: "Consents and refusals with their proof, newest first",
    input: { query: z.strictObject({ personId: id.optional(), ...consentFilter, ...ledgerPage }) },
    output: z.object({ records: z.array(consentRecord), nextBefore }),
    topics: ["people"],
  }),
  exportConsents: apiRoute({
    method: "GET",
    path: "/api/consents/export",
    access: "admin",
    area: "compliance",
    summary: "Consents and refusals with their proof as CSV, newest first",
    input: { query: z.strictObject({ ...consentFilter, ...exportNames }) },
    output: z.string(),
    topics: ["people"],
    media: "text/csv",
  }),
  exportSuppressions: apiRoute({
    method: "GET",
    path: "/api/suppressions/export",
    access: "admin",
    area: "compliance",
    summary: "Opt-outs and opt-ins as CSV, newest first",
    input: { query: z.strictObject({ ...suppressionFilter, ...exportNames }) },
    output: z.string(),
    topics: ["people"],
    media: "text/csv",
  }),
  recordConsent: apiRoute({
    method: "POST",
    path: "/api/people/{id}/consents",
    access: "operator",
    area: ["compliance", "people"],
    summary: "Record a consent or refusal with its proof",
    input: {
      params: z.object({ id }),
      body: z.strictObject({
        channel: z.enum(consentChannels),
        purpose: z.enum(consentPurposes).default("marketing"),
        state: z.enum(["granted", "denied"]),
        written: z.boolean().default(false),
        /** Evidence of the consent: wording, form or call. */
        proof: z.string().trim().min(3).max(4000),
      }),
    },
    output: consentRecord,
    topics: ["people"],
  }),
  suppressions: apiRoute({
    method: "GET",
    path: "/api/suppressions",
    access: "viewer",
    area: ["compliance", "people", "inbox"],
    summary: "Opt-outs and opt-ins of addresses, newest first",
    input: { query: z.strictObject({ personId: id.optional(), ...suppressionFilter, ...ledgerPage }) },
    output: z.object({ records: z.array(suppressionRecord), nextBefore }),
    topics: ["people"],
  }),
  optOut: apiRoute({
    method: "POST",
    path: "/api/people/{id}/opt-out",
    access: "operator",
    area: ["compliance", "people", "inbox"],
    scope: "people:write",
    summary: "Opt a person out: all their addresses, on all channels",
    input: {
      params: z.object({ id }),
      body: z.strictObject({ reason: z.string().trim().max(500).default("") }),
    },
    output: okResponse,
    topics: ["people", "actions"],
  }),
  optIn: apiRoute({
    method: "POST",
    path: "/api/people/{id}/opt-in",
    access: "admin",
    area: "compliance",
    summary: "Opt a person in again; the reason is stored",
    input: { params: z.object({ id }), body: z.strictObject({ reason: z.string().trim().min(10).max(500) }) },
    output: okResponse,
    topics: ["people"],
  }),
  reviews: apiRoute({
    method: "GET",
    path: "/api/reviews",
    access: "viewer",
    area: "compliance",
    summary: "Replies that may be opt-outs and await review",
    input: {},
    output: z.array(optOutReview),
    topics: ["people"],
  }),
  resolveReview: apiRoute({
    method: "POST",
    path: "/api/reviews/{id}",
    access: "operator",
    area: "compliance",
    summary: "Resolve a review: opt-out or not",
    input: {
      params: z.object({ id }),
      body: z.strictObject({ outcome: z.enum(["opted_out", "continue"]) }),
    },
    output: okResponse,
    topics: ["people", "actions"],
  }),
  hours: apiRoute({
    method: "GET",
    path: "/api/contact-hours",
    access: "viewer",
    area: "compliance",
    summary: "Contact hours by region, with their legal source and when it was last checked",
    input: {},
    output: z.array(contactHours),
    topics: ["settings"],
  }),
};

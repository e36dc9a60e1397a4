import * as z from "zod";
import { consentChannels } from "#domain/channels/channel.ts";
import { apiRoute } from "./api-route.ts";
import { id, isoInstant, okResponse } from "./fields.ts";

export const consentRecord = z.object({
  id,
  personId: id,
  personName: z.string().nullable(),
  channel: z.enum(consentChannels),
  purpose: z.enum(["marketing", "service"]),
  state: z.enum(["granted", "denied", "unproven"]),
  written: z.boolean(),
  method: z.string(),
  proof: z.record(z.string(), z.unknown()).nullable(),
  actorEmail: z.string().nullable(),
  createdAt: isoInstant,
});
export type ConsentRecord = z.infer<typeof consentRecord>;

export const suppressionRecord = z.object({
  id,
  /** The address itself is not kept; whose it is now, as far as somebody has it. */
  personId: id.nullable(),
  personName: z.string().nullable(),
  scope: z.enum(["all", ...consentChannels]),
  state: z.enum(["opted_out", "released"]),
  source: z.string(),
  reason: z.string().nullable(),
  createdAt: isoInstant,
});
export type SuppressionRecord = z.infer<typeof suppressionRecord>;

export const optOutReview = z.object({
  id,
  personId: id,
  personName: z.string().nullable(),
  channel: z.string(),
  words: z.string(),
  createdAt: isoInstant,
});

/** By law or by the workspace's own choice: when people of a place may be contacted. */
export const contactHours = z.object({
  id: z.string(),
  name: z.string(),
  region: z.string().nullable(),
  /** From Sunday on; null: not at all on that day. Minutes since midnight. */
  days: z.array(z.object({ opens: z.int(), closes: z.int() }).nullable()).length(7),
  holidays: z.enum(["closed", "open"]),
  source: z.string(),
  checked: z.string().nullable(),
  origin: z.enum(["law", "workspace"]),
});
export type ContactHours = z.infer<typeof contactHours>;

const paging = {
  before: id.optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
};

export const consentsApi = {
  consents: apiRoute({
    method: "GET",
    path: "/api/consents",
    access: "viewer",
    summary: "What people agreed to and refused, with the proof, newest first",
    input: { query: z.strictObject({ personId: id.optional(), ...paging }) },
    output: z.object({ records: z.array(consentRecord), nextBefore: id.nullable() }),
    topics: ["people"],
  }),
  recordConsent: apiRoute({
    method: "POST",
    path: "/api/people/{id}/consents",
    access: "operator",
    summary: "Write down what somebody agreed to or refused, and how one can know",
    input: {
      params: z.object({ id }),
      body: z.strictObject({
        channel: z.enum(consentChannels),
        purpose: z.enum(["marketing", "service"]).default("marketing"),
        state: z.enum(["granted", "denied"]),
        written: z.boolean().default(false),
        /** How it was given: the words, the form, the call. */
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
    summary: "Addresses that asked for silence, or to hear again, newest first",
    input: { query: z.strictObject({ personId: id.optional(), ...paging }) },
    output: z.object({ records: z.array(suppressionRecord), nextBefore: id.nullable() }),
    topics: ["people"],
  }),
  optOut: apiRoute({
    method: "POST",
    path: "/api/people/{id}/opt-out",
    access: "operator",
    summary: "Somebody asked for silence: all their addresses, on all channels",
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
    summary: "Somebody who had opted out asked to hear again; the reason is kept",
    input: { params: z.object({ id }), body: z.strictObject({ reason: z.string().trim().min(10).max(500) }) },
    output: okResponse,
    topics: ["people"],
  }),
  reviews: apiRoute({
    method: "GET",
    path: "/api/reviews",
    access: "viewer",
    summary: "Replies that may have been opt-outs and wait for somebody's eyes",
    input: {},
    output: z.array(optOutReview),
    topics: ["people"],
  }),
  resolveReview: apiRoute({
    method: "POST",
    path: "/api/reviews/{id}",
    access: "operator",
    summary: "Say whether it was an opt-out",
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
    summary: "When people of a place may be contacted, by which law, and when that was last checked",
    input: {},
    output: z.array(contactHours),
    topics: ["settings"],
  }),
};

import * as z from "zod";
import { channels } from "#domain/channels/channel.ts";
import { consentPurposes } from "#domain/compliance/consent.ts";
import { actionStatuses } from "#domain/messages/action-status.ts";
import { apiRoute } from "./api-route.ts";
import { exportNames } from "./export-names.ts";
import { filterChoice, id, isoInstant, okResponse } from "./fields.ts";
import { ledgerFilter, ledgerPage, nextBefore } from "./ledger.ts";

/** The reason of a decision; the interface translates the code. */
export const reasonSchema = z.looseObject({ code: z.string() });

export const deliveryRecord = z.object({
  id,
  personId: id,
  personName: z.string().nullable(),
  ruleId: id.nullable(),
  ruleName: z.string().nullable(),
  channel: z.enum(channels),
  status: z.string(),
  /** Latest reasons of the gate or the vendor. */
  reasons: z.array(reasonSchema),
  /** When it is evaluated again; null while it waits for an operator. */
  notBefore: isoInstant.nullable(),
  text: z.string().nullable(),
  error: z.string().nullable(),
  messenger: z.string().nullable(),
  /** A test send: the simulator handled it, and no vendor. */
  simulated: z.boolean(),
  /** US dollars. */
  price: z.number().nullable(),
  executedAt: isoInstant.nullable(),
  createdAt: isoInstant,
});
export type DeliveryRecord = z.infer<typeof deliveryRecord>;

/** Causes, decision and history of a message or call. */
export const deliveryExplanation = z.object({
  /** The gate's latest decision; null before the first. */
  ruling: z.enum(["send", "wait", "stop"]).nullable(),
  /** Every check of the gate; a check without reasons passed. */
  checks: z.array(z.object({ check: z.string(), reasons: z.array(reasonSchema) })),
  /** Reasons from the vendor, the template or an operator. */
  others: z.array(reasonSchema),
  purpose: z.string().nullable(),
  template: z.string().nullable(),
  /** The rule's version that fired, and its newest; null for manual messages. */
  rule: z
    .object({
      id: id.nullable(),
      name: z.string().nullable(),
      version: z.int(),
      newest: z.int().nullable(),
      why: z.array(reasonSchema),
      at: isoInstant,
    })
    .nullable(),
  event: z
    .object({ id, type: z.string().nullable(), endpointId: id, endpoint: z.string(), at: isoInstant })
    .nullable(),
  /** The suggested answer that it was made from, by a human or by the auto-reply. */
  suggestion: z
    .object({
      id,
      isAutoReply: z.boolean(),
      vendor: z.string().nullable(),
      model: z.string().nullable(),
      sources: z.array(
        z.object({
          number: z.int(),
          kind: z.string(),
          id: z.string().nullable(),
          title: z.string(),
          quote: z.string(),
        }),
      ),
      checks: z.array(z.object({ check: z.string(), ok: z.boolean(), detail: z.string().nullable() })),
    })
    .nullable(),
  /** Operators' actions on the delivery. */
  deeds: z.array(
    z.object({
      what: z.enum(["asked", "moved", "cancelled", "settled"]),
      email: z.string().nullable(),
      at: isoInstant,
    }),
  ),
  /** Timeline entries, oldest first. */
  steps: z.array(z.object({ type: z.string(), at: isoInstant })),
  attempts: z.int(),
  providerId: z.string().nullable(),
});
export type DeliveryExplanation = z.infer<typeof deliveryExplanation>;

const byId = { params: z.object({ id }) };

export const repeatedFilters = ["within_a_day"] as const;

const deliveryFilter = {
  ...ledgerFilter,
  channel: filterChoice(channels),
  status: filterChoice(actionStatuses),
  /** Messages whose words the same person got again within a day, on any channel. */
  repeated: filterChoice(repeatedFilters),
};

export const deliveriesApi = {
  list: apiRoute({
    method: "GET",
    path: "/api/actions",
    access: "viewer",
    area: ["inbox", "people", "compliance"],
    scope: "conversations:read",
    list: true,
    summary: "Messages and calls, newest first",
    input: {
      query: z.strictObject({
        personId: id.optional(),
        ruleId: id.optional(),
        broadcastId: id.optional().describe("Messages of this broadcast"),
        ...deliveryFilter,
        ...ledgerPage,
      }),
    },
    output: z.object({ actions: z.array(deliveryRecord), nextBefore }),
    topics: ["actions"],
  }),
  exportDeliveries: apiRoute({
    method: "GET",
    path: "/api/actions/export",
    access: "admin",
    area: "compliance",
    summary: "Messages and calls as CSV, newest first",
    input: { query: z.strictObject({ ...deliveryFilter, ...exportNames }) },
    output: z.string(),
    topics: ["actions"],
    media: "text/csv",
  }),
  send: apiRoute({
    method: "POST",
    path: "/api/people/{id}/messages",
    access: "operator",
    area: "inbox",
    scope: "messages:send",
    summary: "Send a message to a person manually; the gate applies as usual",
    input: {
      ...byId,
      body: z.strictObject({
        channel: z.enum(channels),
        /** Either `template` or `text`. */
        template: z.string().trim().max(200).optional(),
        text: z.string().trim().min(1).max(10_000).optional(),
        subject: z.string().trim().max(200).optional(),
        purpose: z.enum(consentPurposes).default("service"),
      }),
    },
    output: deliveryRecord,
    topics: ["actions", "people"],
  }),
  check: apiRoute({
    method: "POST",
    path: "/api/people/{id}/messages/check",
    access: "viewer",
    area: ["inbox", "people"],
    scope: "people:read",
    summary: "The gate's decision for each channel now; nothing is sent",
    input: {
      ...byId,
      body: z.strictObject({
        purpose: z.enum(consentPurposes).default("marketing"),
        /** The chosen template; one approved by WhatsApp may be sent outside the 24-hour window. */
        template: z.string().trim().max(200).optional(),
      }),
    },
    output: z.array(
      z.object({
        channel: z.enum(channels),
        ruling: z.enum(["send", "wait", "stop"]),
        until: isoInstant.nullable(),
        reasons: z.array(reasonSchema),
      }),
    ),
    topics: ["people", "actions"],
  }),
  why: apiRoute({
    method: "GET",
    path: "/api/actions/{id}/why",
    access: "viewer",
    area: ["inbox", "people", "compliance"],
    scope: "people:read",
    summary: "Why a message or call was sent, waits or was stopped: event, rule, checks and history",
    input: byId,
    output: deliveryExplanation,
    topics: ["actions", "people"],
  }),
  cancel: apiRoute({
    method: "POST",
    path: "/api/actions/{id}/cancel",
    access: "operator",
    area: "inbox",
    scope: "messages:send",
    summary: "Cancel a delivery that has not been sent",
    input: byId,
    output: okResponse,
    topics: ["actions"],
  }),
  move: apiRoute({
    method: "POST",
    path: "/api/actions/{id}/move",
    access: "operator",
    area: "inbox",
    scope: "messages:send",
    summary:
      "Let a delivery that has not been sent leave at another time, or now; the gate decides again then",
    input: {
      ...byId,
      body: z.strictObject({
        /** Null for now. */
        at: isoInstant.nullable(),
      }),
    },
    output: deliveryRecord,
    topics: ["actions"],
  }),
  settle: apiRoute({
    method: "POST",
    path: "/api/actions/{id}/settle",
    access: "operator",
    area: "inbox",
    summary: "Set the outcome of a send whose outcome is unknown, as shown by the vendor",
    input: { ...byId, body: z.strictObject({ outcome: z.enum(["sent", "failed"]) }) },
    output: okResponse,
    topics: ["actions"],
  }),
};

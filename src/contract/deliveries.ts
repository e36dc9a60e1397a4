import * as z from "zod";
import { actionTypes } from "#domain/rules/rule.ts";
import { apiRoute } from "./api-route.ts";
import { id, isoInstant, okResponse } from "./fields.ts";

/** Why something was decided; worded by the interface. */
export const reasonSchema = z.looseObject({ code: z.string() });

export const actionStatuses = [
  "pending",
  "held",
  "dispatching",
  "sent",
  "delivered",
  "read",
  "failed",
  "blocked",
  "unknown",
  "cancelled",
] as const;

export const deliveryRecord = z.object({
  id,
  personId: id,
  personName: z.string().nullable(),
  ruleId: id.nullable(),
  ruleName: z.string().nullable(),
  channel: z.enum(actionTypes),
  status: z.string(),
  /** What the gate, or the vendor, said last. */
  reasons: z.array(reasonSchema),
  /** When it is looked at again; null when it waits for somebody. */
  notBefore: isoInstant.nullable(),
  text: z.string().nullable(),
  error: z.string().nullable(),
  messenger: z.string().nullable(),
  /** US dollars. */
  price: z.number().nullable(),
  executedAt: isoInstant.nullable(),
  createdAt: isoInstant,
});
export type DeliveryRecord = z.infer<typeof deliveryRecord>;

/** Everything that led to a message or call, and everything that came of it. */
export const deliveryExplanation = z.object({
  /** What the gate said last; null where it has not been asked. */
  ruling: z.enum(["send", "wait", "stop"]).nullable(),
  /** Each check of the gate with what it said; one without reasons had nothing against it. */
  checks: z.array(z.object({ check: z.string(), reasons: z.array(reasonSchema) })),
  /** What others said: the vendor, a template, a person. */
  others: z.array(reasonSchema),
  purpose: z.string().nullable(),
  template: z.string().nullable(),
  /** The rule in the version that fired, and the newest there is; null for what was sent by hand. */
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
  /** What people did with it. */
  deeds: z.array(
    z.object({
      what: z.enum(["asked", "cancelled", "settled"]),
      email: z.string().nullable(),
      at: isoInstant,
    }),
  ),
  /** What became of it, the oldest first, as the timeline tells it. */
  steps: z.array(z.object({ type: z.string(), at: isoInstant })),
  attempts: z.int(),
  providerId: z.string().nullable(),
});
export type DeliveryExplanation = z.infer<typeof deliveryExplanation>;

const byId = { params: z.object({ id }) };

export const deliveriesApi = {
  list: apiRoute({
    method: "GET",
    path: "/api/actions",
    access: "viewer",
    summary: "Messages and calls, newest first",
    input: {
      query: z.strictObject({
        personId: id.optional(),
        ruleId: id.optional(),
        status: z.enum(actionStatuses).optional(),
        before: id.optional(),
        limit: z.coerce.number().int().min(1).max(200).default(50),
      }),
    },
    output: z.object({ actions: z.array(deliveryRecord), nextBefore: id.nullable() }),
    topics: ["actions"],
  }),
  send: apiRoute({
    method: "POST",
    path: "/api/people/{id}/messages",
    access: "operator",
    summary: "Send to a person by hand; it passes the same gate as everything else",
    input: {
      ...byId,
      body: z.strictObject({
        channel: z.enum(actionTypes),
        /** One of the two. */
        template: z.string().trim().max(200).optional(),
        text: z.string().trim().min(1).max(10_000).optional(),
        subject: z.string().trim().max(200).optional(),
        purpose: z.enum(["marketing", "service"]).default("service"),
      }),
    },
    output: deliveryRecord,
    topics: ["actions", "people"],
  }),
  check: apiRoute({
    method: "POST",
    path: "/api/people/{id}/messages/check",
    access: "viewer",
    summary: "What the gate would say to each channel now; nothing is sent",
    input: {
      ...byId,
      body: z.strictObject({
        purpose: z.enum(["marketing", "service"]).default("marketing"),
        /** The template that is to go, where one was chosen: one that WhatsApp approved may go at any time. */
        template: z.string().trim().max(200).optional(),
      }),
    },
    output: z.array(
      z.object({
        channel: z.enum(actionTypes),
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
    summary:
      "Why a message or call was sent, waits or was stopped: event, rule, each check, and what came of it",
    input: byId,
    output: deliveryExplanation,
    topics: ["actions", "people"],
  }),
  cancel: apiRoute({
    method: "POST",
    path: "/api/actions/{id}/cancel",
    access: "operator",
    summary: "Take back what still waits",
    input: byId,
    output: okResponse,
    topics: ["actions"],
  }),
  settle: apiRoute({
    method: "POST",
    path: "/api/actions/{id}/settle",
    access: "operator",
    summary: "Say how a send of unknown outcome went, as the vendor's own page shows it",
    input: { ...byId, body: z.strictObject({ outcome: z.enum(["sent", "failed"]) }) },
    output: okResponse,
    topics: ["actions"],
  }),
};

import * as z from "zod";
import { actionTypes } from "#domain/rules/rule.ts";
import { endpoint } from "./endpoint.ts";
import { done, id, instant } from "./fields.ts";

/** Why something was decided; worded by the interface. */
export const reason = z.looseObject({ code: z.string() });

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

export const delivery = z.object({
  id,
  personId: id,
  personName: z.string().nullable(),
  ruleId: id.nullable(),
  ruleName: z.string().nullable(),
  channel: z.enum(actionTypes),
  status: z.string(),
  /** What the gate, or the vendor, said last. */
  reasons: z.array(reason),
  /** When it is looked at again; null when it waits for somebody. */
  notBefore: instant.nullable(),
  text: z.string().nullable(),
  error: z.string().nullable(),
  messenger: z.string().nullable(),
  /** US dollars. */
  price: z.number().nullable(),
  executedAt: instant.nullable(),
  createdAt: instant,
});
export type Delivery = z.infer<typeof delivery>;

const ofPerson = { params: z.object({ id }) };

export const deliveries = {
  list: endpoint({
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
    output: z.object({ actions: z.array(delivery), nextBefore: id.nullable() }),
    topics: ["actions"],
  }),
  send: endpoint({
    method: "POST",
    path: "/api/people/{id}/messages",
    access: "operator",
    summary: "Send to a person by hand; it passes the same gate as everything else",
    input: {
      ...ofPerson,
      body: z.strictObject({
        channel: z.enum(actionTypes),
        /** One of the two. */
        template: z.string().trim().max(200).optional(),
        text: z.string().trim().min(1).max(10_000).optional(),
        subject: z.string().trim().max(200).optional(),
        purpose: z.enum(["marketing", "service"]).default("service"),
      }),
    },
    output: delivery,
    topics: ["actions", "people"],
  }),
  check: endpoint({
    method: "POST",
    path: "/api/people/{id}/messages/check",
    access: "viewer",
    summary: "What the gate would say to each channel now; nothing is sent",
    input: {
      ...ofPerson,
      body: z.strictObject({ purpose: z.enum(["marketing", "service"]).default("marketing") }),
    },
    output: z.array(
      z.object({
        channel: z.enum(actionTypes),
        ruling: z.enum(["send", "wait", "stop"]),
        until: instant.nullable(),
        reasons: z.array(reason),
      }),
    ),
    topics: ["people", "actions"],
  }),
  cancel: endpoint({
    method: "POST",
    path: "/api/actions/{id}/cancel",
    access: "operator",
    summary: "Take back what still waits",
    input: ofPerson,
    output: done,
    topics: ["actions"],
  }),
  settle: endpoint({
    method: "POST",
    path: "/api/actions/{id}/settle",
    access: "operator",
    summary: "Say how a send of unknown outcome went, as the vendor's own page shows it",
    input: { ...ofPerson, body: z.strictObject({ outcome: z.enum(["sent", "failed"]) }) },
    output: done,
    topics: ["actions"],
  }),
};

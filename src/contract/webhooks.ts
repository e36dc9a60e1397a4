import * as z from "zod";
import { audience } from "#domain/audience/audience.ts";
import { webhookFailures } from "#domain/webhooks/decide-attempt.ts";
import { webhookEventTypes } from "#domain/webhooks/event-kinds.ts";
import { webhookDeliveryStates, webhookPauseReasons, webhookStates } from "#domain/webhooks/subscription.ts";
import { apiRoute } from "./api-route.ts";
import { filterChoice, id, isoInstant, okResponse, shortText, updateInput } from "./fields.ts";

export const eventSubscription = z.object({
  id,
  name: z.string(),
  /** Only its origin for anyone but an administrator, because the address of many receivers is their only secret. */
  url: z.string(),
  events: z.array(z.enum(webhookEventTypes)),
  /** Only events of these people; null for all. */
  audience: audience.nullable(),
  state: z.enum(webhookStates),
  pauseReason: z.enum(webhookPauseReasons).nullable(),
  pausedAt: isoInstant.nullable(),
  /** When the first attempt failed since the last success. */
  failingSince: isoInstant.nullable(),
  /** No request before then: the receiver asked to wait, or fails. */
  waitUntil: isoInstant.nullable(),
  /** Until when the previous secret signs beside the new one. */
  previousSecretUntil: isoInstant.nullable(),
  /** Attempts of the last 24 hours. */
  lastDay: z.object({ delivered: z.int(), failed: z.int() }),
  /** Attempts that were accepted in each of the last 24 hours, oldest first. */
  hourly: z.array(z.int()).length(24),
  /** Events that wait, and events that were given up; counted up to 1,000. */
  waiting: z.int(),
  givenUp: z.int(),
  createdAt: isoInstant,
  updatedAt: isoInstant,
});
export type EventSubscription = z.infer<typeof eventSubscription>;

export const eventSubscriptionInput = z.strictObject({
  name: shortText.min(1),
  url: z.url({ protocol: /^https?$/ }).max(2048),
  events: z.array(z.enum(webhookEventTypes)).min(1).max(webhookEventTypes.length),
  audience: audience.nullable().default(null),
});
export type EventSubscriptionInput = z.infer<typeof eventSubscriptionInput>;

export const eventDelivery = z.object({
  /** The `webhook-id` of every attempt. */
  eventId: id,
  type: z.enum(webhookEventTypes),
  isTest: z.boolean(),
  personId: id.nullable(),
  /** Null where the person is not known or no longer exists. */
  personName: z.string().nullable(),
  state: z.enum(webhookDeliveryStates),
  attempts: z.int(),
  nextAttemptAt: isoInstant.nullable(),
  /** Of the last attempt. */
  lastStatus: z.int().nullable(),
  lastFailure: z.enum(webhookFailures).nullable(),
  createdAt: isoInstant,
  endedAt: isoInstant.nullable(),
});
export type EventDelivery = z.infer<typeof eventDelivery>;

export const eventDeliveryDetail = eventDelivery.extend({
  /** The body that was sent, or will be. */
  request: z.string(),
  /** The last attempts, oldest first. */
  answers: z.array(
    z.object({
      at: isoInstant,
      ms: z.int(),
      /** Null where there was no answer. */
      status: z.int().nullable(),
      failure: z.enum(webhookFailures).nullable(),
      /** The beginning of the answer. */
      body: z.string().nullable(),
    }),
  ),
});
export type EventDeliveryDetail = z.infer<typeof eventDeliveryDetail>;

export const webhookLogFilters = ["waiting", "failed", "delivered"] as const;

const byId = { params: z.object({ id }) };
const byEvent = { params: z.object({ id, eventId: id }) };
const withSecret = eventSubscription.extend({ secret: z.string() });

export const webhooksApi = {
  list: apiRoute({
    method: "GET",
    path: "/api/webhook-subscriptions",
    access: "viewer",
    area: "integrations",
    scope: "events:read",
    list: true,
    summary: "Subscriptions to events, with their state and the attempts of the last day",
    input: {},
    output: z.object({ subscriptions: z.array(eventSubscription) }),
    topics: ["webhooks"],
  }),
  create: apiRoute({
    method: "POST",
    path: "/api/webhook-subscriptions",
    access: "admin",
    area: "integrations",
    summary: "Subscribe to events. The signing secret is shown once",
    input: { body: eventSubscriptionInput },
    output: withSecret,
    topics: ["webhooks"],
  }),
  update: apiRoute({
    method: "PUT",
    path: "/api/webhook-subscriptions/{id}",
    access: "admin",
    area: "integrations",
    summary: "Change the named fields of a subscription; what waits goes to the new address",
    input: { ...byId, body: updateInput(eventSubscriptionInput) },
    output: eventSubscription,
    topics: ["webhooks"],
  }),
  remove: apiRoute({
    method: "DELETE",
    path: "/api/webhook-subscriptions/{id}",
    access: "admin",
    area: "integrations",
    summary: "Delete a subscription with what waits for it and its log",
    input: byId,
    output: okResponse,
    topics: ["webhooks"],
  }),
  pause: apiRoute({
    method: "POST",
    path: "/api/webhook-subscriptions/{id}/pause",
    access: "operator",
    area: "integrations",
    summary: "Send nothing until it is resumed; events go on to be collected",
    input: byId,
    output: eventSubscription,
    topics: ["webhooks"],
  }),
  resume: apiRoute({
    method: "POST",
    path: "/api/webhook-subscriptions/{id}/resume",
    access: "operator",
    area: "integrations",
    summary: "Send what waited, in its order, and what comes",
    input: byId,
    output: eventSubscription,
    topics: ["webhooks"],
  }),
  rotateSecret: apiRoute({
    method: "POST",
    path: "/api/webhook-subscriptions/{id}/rotate-secret",
    access: "admin",
    area: "integrations",
    summary: "Replace the signing secret, shown once. For 24 hours requests carry a signature of each",
    input: byId,
    output: withSecret,
    topics: ["webhooks"],
  }),
  test: apiRoute({
    method: "POST",
    path: "/api/webhook-subscriptions/{id}/test",
    access: "operator",
    area: "integrations",
    summary: "Send an example of an event now, marked as a test, and return what the receiver answered",
    input: { ...byId, body: z.strictObject({ type: z.enum(webhookEventTypes) }) },
    output: eventDeliveryDetail,
    topics: ["webhooks"],
  }),
  deliveries: apiRoute({
    method: "GET",
    path: "/api/webhook-subscriptions/{id}/deliveries",
    access: "viewer",
    area: "integrations",
    scope: "events:read",
    list: true,
    summary: "The log of the last 30 days, newest first; a cursor leads to older ones",
    input: {
      ...byId,
      query: z.object({
        state: filterChoice(webhookLogFilters),
        cursor: z
          .string()
          .regex(/^\d{1,18}$/)
          .optional(),
        limit: z.coerce.number().int().min(1).max(100).default(50),
      }),
    },
    output: z.object({ deliveries: z.array(eventDelivery), nextCursor: z.string().nullable() }),
    topics: ["webhooks"],
  }),
  delivery: apiRoute({
    method: "GET",
    path: "/api/webhook-subscriptions/{id}/deliveries/{eventId}",
    access: "viewer",
    area: "integrations",
    scope: "events:read",
    summary: "One delivery with its request and the answers",
    input: byEvent,
    output: eventDeliveryDetail,
    topics: ["webhooks"],
  }),
  resend: apiRoute({
    method: "POST",
    path: "/api/webhook-subscriptions/{id}/deliveries/{eventId}/resend",
    access: "operator",
    area: "integrations",
    summary: "Send an event again, under the same webhook-id",
    input: byEvent,
    output: okResponse,
    topics: ["webhooks"],
  }),
  resendFailed: apiRoute({
    method: "POST",
    path: "/api/webhook-subscriptions/{id}/resend-failed",
    access: "operator",
    area: "integrations",
    summary: "Send all events again that were given up",
    input: byId,
    output: z.object({ count: z.int() }),
    topics: ["webhooks"],
  }),
};

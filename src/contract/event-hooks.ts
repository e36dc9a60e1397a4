import * as z from "zod";
import { webhookEventTypes } from "#domain/webhooks/event-kinds.ts";
import { webhookStates } from "#domain/webhooks/subscription.ts";
import { apiRoute } from "./api-route.ts";
import { id, isoInstant, okResponse, shortText } from "./fields.ts";

export const eventHook = z.object({
  id,
  event: z.enum(webhookEventTypes),
  name: z.string(),
  state: z.enum(webhookStates),
  createdAt: isoInstant,
});
export type EventHook = z.infer<typeof eventHook>;

/** Hooks that a program subscribes and removes itself, as apps of Zapier, Make and n8n do. */
export const eventHooksApi = {
  list: apiRoute({
    method: "GET",
    path: "/api/event-hooks",
    access: "operator",
    area: "integrations",
    scope: "webhooks:write",
    list: true,
    summary: "The hooks that this token subscribed",
    input: {},
    output: z.object({ hooks: z.array(eventHook) }),
    topics: ["webhooks"],
  }),
  subscribe: apiRoute({
    method: "POST",
    path: "/api/event-hooks",
    access: "operator",
    area: "integrations",
    scope: "webhooks:write",
    summary: "Send every event of a kind to an address from now on. The secret that signs them is shown once",
    input: {
      body: z.strictObject({
        url: z.url({ protocol: /^https?$/ }).max(2048),
        event: z.enum(webhookEventTypes),
        /** As it is called among the webhooks of the workspace. */
        name: shortText.min(1).optional(),
      }),
    },
    output: eventHook.extend({ secret: z.string() }),
    problems: ["too_many_hooks"],
    topics: ["webhooks"],
  }),
  unsubscribe: apiRoute({
    method: "DELETE",
    path: "/api/event-hooks/{id}",
    access: "operator",
    area: "integrations",
    scope: "webhooks:write",
    summary: "Remove a hook that this token subscribed",
    input: { params: z.object({ id }) },
    output: okResponse,
    topics: ["webhooks"],
  }),
  samples: apiRoute({
    method: "GET",
    path: "/api/event-hooks/samples/{event}",
    access: "operator",
    area: "integrations",
    scope: "webhooks:write",
    summary: "Examples of a kind of event, in the form in which hooks get it",
    input: { params: z.object({ event: z.enum(webhookEventTypes) }) },
    output: z.array(
      z.object({
        id: z.string(),
        type: z.enum(webhookEventTypes),
        timestamp: isoInstant,
        test: z.literal(true),
        data: z.record(z.string(), z.unknown()),
      }),
    ),
    topics: [],
  }),
};

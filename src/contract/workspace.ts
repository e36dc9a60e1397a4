import * as z from "zod";
import { apiRoute } from "./api-route.ts";
import { id, isoInstant, okResponse } from "./fields.ts";

export const notification = z.object({
  id,
  /** The interface translates it with `params`. */
  kind: z.string(),
  params: z.record(z.string(), z.union([z.string(), z.number()])),
  link: z.string().nullable(),
  createdAt: isoInstant,
  read: z.boolean(),
});
export type Notification = z.infer<typeof notification>;

export const workspaceApi = {
  status: apiRoute({
    method: "GET",
    path: "/api/status",
    access: "viewer",
    area: "everyone",
    summary: "When data last changed, and what runs here",
    input: {},
    output: z.object({
      lastChangeAt: isoInstant.nullable(),
      version: z.string(),
      now: isoInstant,
      /** In the demo workspace an administrator may start over with an empty one. */
      demo: z.boolean(),
      /** Between 0 and 1 while the sample data of the demo is being loaded. */
      demoProgress: z.number().nullable(),
      /** Between 0 and 1 while the workspace leaves the demo. */
      emptyingProgress: z.number().nullable(),
      sandbox: z.boolean(),
    }),
    topics: [
      "people",
      "endpoints",
      "events",
      "rules",
      "actions",
      "scripts",
      "calls",
      "ai-providers",
      "integrations",
      "settings",
    ],
  }),
  live: apiRoute({
    method: "GET",
    path: "/api/live",
    access: "viewer",
    area: "everyone",
    summary: "Server-Sent Events: the topics that changed, as they change",
    input: {
      query: z.object({
        since: z.iso.datetime().optional().describe("What changed since then is told at once"),
      }),
    },
    output: z.string(),
    topics: [],
    media: "text/event-stream",
  }),
  notifications: apiRoute({
    method: "GET",
    path: "/api/notifications",
    access: "viewer",
    area: "everyone",
    summary: "The newest notifications and how many are unread",
    input: {},
    output: z.object({ notifications: z.array(notification), unread: z.int() }),
    topics: ["notifications"],
  }),
  readNotifications: apiRoute({
    method: "POST",
    path: "/api/notifications/read",
    access: "viewer",
    area: "everyone",
    summary: "Mark notifications as read: those named, or all",
    input: { body: z.strictObject({ ids: z.array(id).max(500).optional() }) },
    output: okResponse,
    topics: ["notifications"],
  }),
  empty: apiRoute({
    method: "POST",
    path: "/api/workspace/empty",
    access: "admin",
    area: "settings",
    summary: "Leave the demo: delete its data and start with an empty workspace",
    input: { body: z.strictObject({ confirm: z.literal(true) }) },
    output: okResponse,
    topics: [
      "people",
      "endpoints",
      "events",
      "rules",
      "actions",
      "scripts",
      "calls",
      "ai-providers",
      "notifications",
    ],
  }),
};

import * as z from "zod";
import { notificationSettings } from "#domain/push/notification-settings.ts";
import { apiRoute } from "./api-route.ts";
import { id, isoInstant, okResponse } from "./fields.ts";

export const pushDevice = z.object({
  id,
  browser: z.string().nullable(),
  system: z.string().nullable(),
  addedAt: isoInstant,
  lastSuccessAt: isoInstant.nullable(),
  /** Whether its push service did not take the newest messages. */
  failing: z.boolean(),
  /** Whether it is the browser of this request. */
  current: z.boolean(),
});
export type PushDevice = z.infer<typeof pushDevice>;

const endpoint = z.url({ protocol: /^https?$/ }).max(1024);
const base64url = (length: number) => z.base64url().max(length);

export const pushApi = {
  devices: apiRoute({
    method: "GET",
    path: "/api/account/devices",
    access: "viewer",
    area: "everyone",
    summary: "One's own browsers that show notifications, and the key with which a browser subscribes",
    input: {},
    output: z.object({ publicKey: z.string(), devices: z.array(pushDevice) }),
    topics: ["account"],
  }),
  add: apiRoute({
    method: "POST",
    path: "/api/account/devices",
    access: "viewer",
    area: "everyone",
    summary: "Show notifications in this browser, until its session is ended; at most ten browsers of a user",
    input: {
      body: z.strictObject({
        endpoint,
        keys: z.strictObject({ p256dh: base64url(88), auth: base64url(24) }),
      }),
    },
    output: pushDevice,
    problems: ["too_many_devices"],
    perMinute: 10,
    topics: ["account"],
  }),
  renew: apiRoute({
    method: "PUT",
    path: "/api/account/devices/current",
    access: "viewer",
    area: "everyone",
    summary: "Say that a browser is in use, so that its notifications go on with the session of this request",
    input: { body: z.strictObject({ endpoint }) },
    /** False where the device was removed; the browser then gives up its subscription. */
    output: z.object({ known: z.boolean() }),
    perMinute: 30,
    topics: [],
  }),
  remove: apiRoute({
    method: "DELETE",
    path: "/api/account/devices/{id}",
    access: "viewer",
    area: "everyone",
    summary: "Show no more notifications in one of one's own browsers",
    input: { params: z.object({ id }) },
    output: okResponse,
    topics: ["account"],
  }),
  test: apiRoute({
    method: "POST",
    path: "/api/account/devices/current/test",
    access: "viewer",
    area: "everyone",
    summary: "Send a test notification to this browser",
    input: {},
    output: z.object({
      /** `ended`: the browser no longer takes notifications; `failed`: its push service did not take this one. */
      outcome: z.enum(["sent", "ended", "failed"]),
    }),
    perMinute: 6,
    topics: ["account"],
  }),
  settings: apiRoute({
    method: "GET",
    path: "/api/account/notification-settings",
    access: "viewer",
    area: "everyone",
    summary: "Of what one's own devices show notifications, and one's quiet hours",
    input: {},
    output: z.object({ settings: notificationSettings, workspaceTimezone: z.string() }),
    topics: ["account", "settings"],
  }),
  saveSettings: apiRoute({
    method: "PUT",
    path: "/api/account/notification-settings",
    access: "viewer",
    area: "everyone",
    summary: "Choose of what one's own devices show notifications, and one's quiet hours",
    input: { body: notificationSettings },
    output: notificationSettings,
    topics: ["account"],
  }),
};

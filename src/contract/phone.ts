import { phoneSettings } from "#domain/voice/phone-settings.ts";
import { apiRoute } from "./api-route.ts";
import { settingsUpdate } from "./fields.ts";

export const phoneApi = {
  settings: apiRoute({
    method: "GET",
    path: "/api/voice/phone",
    access: "viewer",
    summary: "Routing of incoming calls, transfer targets and what the agent may do",
    input: {},
    output: phoneSettings,
    topics: ["settings"],
  }),
  save: apiRoute({
    method: "PUT",
    path: "/api/voice/phone",
    access: "admin",
    summary: "Save the phone settings; fields left out stay as they are",
    input: { body: settingsUpdate(phoneSettings) },
    output: phoneSettings,
    topics: ["settings"],
  }),
};

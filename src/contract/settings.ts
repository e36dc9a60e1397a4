import { generalSettings } from "#domain/general-settings.ts";
import { apiRoute } from "./api-route.ts";
import { settingsUpdate } from "./fields.ts";

export const settingsApi = {
  general: apiRoute({
    method: "GET",
    path: "/api/settings/general",
    access: "viewer",
    summary: "Timezone, locale, data retention and session timeout of the workspace",
    input: {},
    output: generalSettings,
    topics: ["settings"],
  }),
  saveGeneral: apiRoute({
    method: "POST",
    path: "/api/api-keys/general",
    access: "admin",
    summary: "Save the general settings; fields left out stay as they are",
    input: { body: settingsUpdate(generalSettings) },
    output: generalSettings,
    topics: ["settings"],
  }),
};

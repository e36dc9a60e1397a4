import * as z from "zod";
import { generalSettings, retentionDays } from "#domain/general-settings.ts";
import { retainedKinds } from "#domain/retention.ts";
import { apiRoute } from "./api-route.ts";
import { id, isoInstant, settingsUpdate } from "./fields.ts";

const retentionCounts = z.partialRecord(z.enum(retainedKinds), z.int());

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
  retention: apiRoute({
    method: "GET",
    path: "/api/settings/retention",
    access: "viewer",
    summary: "What the next nightly run would delete, and what the last runs deleted",
    input: { query: z.strictObject({ days: z.coerce.number().pipe(z.literal(retentionDays)).optional() }) },
    output: z.object({
      days: z.int(),
      /** Null when everything is kept. */
      cutoff: isoInstant.nullable(),
      counts: retentionCounts,
      runs: z.array(
        z.object({
          id,
          days: z.int(),
          cutoff: isoInstant,
          counts: retentionCounts,
          createdAt: isoInstant,
          finishedAt: isoInstant.nullable(),
        }),
      ),
    }),
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

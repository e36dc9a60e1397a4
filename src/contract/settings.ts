import * as z from "zod";
import { generalSettings, retentionDays } from "#domain/general-settings.ts";
import { healthCheckIds, healthCodes, healthLevels } from "#domain/health/health-checks.ts";
import { retainedKinds } from "#domain/retention.ts";
import { securitySettings } from "#domain/security-settings.ts";
import { recordingDeletionFailures } from "#domain/voice/recording-deletion.ts";
import { apiRoute } from "./api-route.ts";
import { id, isoInstant, settingsUpdate } from "./fields.ts";

const retentionCounts = z.partialRecord(z.enum(retainedKinds), z.int());

/** Whether messages may go to the simulators outside the demo, and who decided it when. */
export const testSends = z.object({
  allowed: z.boolean(),
  by: z.string().nullable(),
  at: isoInstant.nullable(),
});

const count = z.int().optional();

/** What is judged of the installation, with the figures that it was judged by. */
export const healthReport = z.object({
  /** When the figures were read; they are kept for some seconds. */
  readAt: isoInstant,
  checks: z.array(
    z.object({
      id: z.enum(healthCheckIds),
      level: z.enum(healthLevels),
      code: z.enum(healthCodes),
      values: z.object({
        count,
        seconds: z.number().optional(),
        percent: z.number().optional(),
        bytes: z.number().optional(),
        ms: z.number().optional(),
        jobs: count,
        events: count,
        names: z.array(z.string()).optional(),
      }),
    }),
  ),
});
export type HealthReport = z.infer<typeof healthReport>;

export const settingsApi = {
  general: apiRoute({
    method: "GET",
    path: "/api/settings/general",
    access: "viewer",
    area: "everyone",
    summary: "Timezone, locale, data retention and session timeout of the workspace",
    input: {},
    output: generalSettings,
    topics: ["settings"],
  }),
  retention: apiRoute({
    method: "GET",
    path: "/api/settings/retention",
    access: "viewer",
    area: "settings",
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
  recordingDeletions: apiRoute({
    method: "GET",
    path: "/api/settings/recording-deletions",
    access: "viewer",
    area: "settings",
    summary: "Deleted calls whose recordings a vendor still has to delete",
    input: {},
    output: z.object({
      waiting: z.int(),
      failedCount: z.int(),
      failed: z.array(
        z.object({
          id,
          failure: z.enum(recordingDeletionFailures),
          account: z.string().nullable(),
          providerCallId: z.string().nullable(),
          recordingIds: z.array(z.string()),
          at: isoInstant,
        }),
      ),
    }),
    topics: ["settings"],
  }),
  retryRecordingDeletions: apiRoute({
    method: "POST",
    path: "/api/settings/recording-deletions/retry",
    access: "admin",
    area: "settings",
    summary: "Ask the vendors again to delete the recordings that they kept",
    input: {},
    output: z.object({ retried: z.int() }),
    topics: ["settings"],
  }),
  saveGeneral: apiRoute({
    method: "POST",
    path: "/api/api-keys/general",
    access: "admin",
    area: "settings",
    summary: "Save the general settings; fields left out stay as they are",
    input: { body: settingsUpdate(generalSettings) },
    output: generalSettings,
    topics: ["settings"],
  }),
  security: apiRoute({
    method: "GET",
    path: "/api/settings/security",
    access: "admin",
    area: "settings",
    summary: "What the workspace demands of sign-ins",
    input: {},
    output: securitySettings,
    topics: ["settings"],
  }),
  saveSecurity: apiRoute({
    method: "PUT",
    path: "/api/settings/security",
    access: "admin",
    area: "settings",
    summary: "Change what the workspace demands of sign-ins; fields left out stay as they are",
    input: { body: settingsUpdate(securitySettings) },
    output: securitySettings,
    topics: ["settings", "account", "tokens"],
  }),
  health: apiRoute({
    method: "GET",
    path: "/api/settings/health",
    access: "admin",
    area: "settings",
    summary:
      "How the installation does: what waits, what fails, and what the database and the disk have left",
    input: {},
    output: healthReport,
    topics: [],
  }),
  testSends: apiRoute({
    method: "GET",
    path: "/api/settings/test-sends",
    access: "viewer",
    area: "everyone",
    summary: "Whether messages may go to the simulators while a channel has no live account",
    input: {},
    output: testSends,
    topics: ["settings"],
  }),
  saveTestSends: apiRoute({
    method: "PUT",
    path: "/api/settings/test-sends",
    access: "admin",
    area: "settings",
    summary: "Allow or forbid test sends to the simulators",
    input: { body: z.strictObject({ allowed: z.boolean() }) },
    output: testSends,
    topics: ["settings"],
  }),
};

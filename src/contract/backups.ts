import * as z from "zod";
import {
  backupProblems,
  backupStages,
  backupStates,
  backupTargets,
  backupTriggers,
} from "#domain/backups/backup.ts";
import { apiRoute } from "./api-route.ts";
import { id, isoInstant } from "./fields.ts";

const plainText = z
  .string()
  .trim()
  .max(300)
  .regex(/^[\x21-\x7E]*$/);

const fields = {
  enabled: z.boolean(),
  /** Of the day, in the time zone of the workspace. */
  hour: z.int().min(0).max(23),
  /** How many of the newest backups are kept. */
  keep: z.int().min(1).max(365),
  target: z.enum(backupTargets),
  /** Of the store; the other fields of a store are empty for a folder, too. */
  endpoint: z.union([z.literal(""), z.url({ protocol: /^https?$/, hostname: /./ }).max(300)]),
  region: plainText,
  bucket: plainText.regex(/^[^/]*$/),
  /** A folder in the bucket. */
  prefix: plainText.regex(/^(?:[^/]+(?:\/[^/]+)*)?$/),
  accessKeyId: plainText,
};

export const backupSettingsInput = z.strictObject({
  ...fields,
  /** Left out, the stored one stays; another endpoint needs it again. */
  secretKey: z.string().trim().min(1).max(300).optional(),
});
export type BackupSettingsInput = z.infer<typeof backupSettingsInput>;

const backup = z.object({
  id,
  trigger: z.enum(backupTriggers),
  target: z.enum(backupTargets),
  name: z.string(),
  state: z.enum(backupStates),
  /** What a running one does. */
  stage: z.enum(backupStages),
  problem: z.enum(backupProblems).nullable(),
  /** Of a running one, what was written so far. */
  bytes: z.number(),
  rows: z.number(),
  startedAt: isoInstant,
  endedAt: isoInstant.nullable(),
  /** Its file was deleted, because newer ones are kept. */
  isDeleted: z.boolean(),
});
export type Backup = z.infer<typeof backup>;

const backupOverview = z.object({
  settings: z
    .object({
      ...fields,
      endpoint: z.string(),
      /** The last characters of the secret; empty for a short one, or none. */
      secretKey: z.string(),
    })
    .nullable(),
  /** Where backups are kept that do not go to a store. */
  folder: z.string(),
  timezone: z.string(),
  /** Newest first. */
  backups: z.array(backup),
});
export type BackupOverview = z.infer<typeof backupOverview>;

export const backupsApi = {
  get: apiRoute({
    method: "GET",
    path: "/api/backups",
    access: "admin",
    area: "settings",
    summary: "The schedule of backups, and the newest of them",
    input: {},
    output: backupOverview,
    topics: ["backups", "settings"],
  }),
  save: apiRoute({
    method: "PUT",
    path: "/api/backups/schedule",
    access: "admin",
    area: "settings",
    summary: "Save when backups are made, where they go and how many are kept",
    input: { body: backupSettingsInput },
    output: backupOverview,
    problems: ["secret_required"],
    topics: ["backups"],
  }),
  start: apiRoute({
    method: "POST",
    path: "/api/backups",
    access: "admin",
    area: "settings",
    summary: "Make a backup now; one at a time",
    input: {},
    output: backupOverview,
    problems: ["conflict"],
    perMinute: 30,
    topics: ["backups"],
  }),
};

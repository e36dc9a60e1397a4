import { sql } from "drizzle-orm";
import { bigint, boolean, check, index, integer, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import {
  backupProblems,
  backupStages,
  backupStates,
  backupTargets,
  backupTriggers,
} from "#domain/backups/backup.ts";
import { createdAt, oneOf, primaryId, timestampMs } from "./columns.ts";

/** When backups are made and where they go; there is one row. */
export const backupSettings = pgTable(
  "backup_settings",
  {
    id: primaryId(),
    enabled: boolean("enabled").notNull(),
    /** Of the day in the time zone of the workspace. */
    hour: integer("hour").notNull(),
    keep: integer("keep").notNull(),
    target: text("target").$type<(typeof backupTargets)[number]>().notNull(),
    endpoint: text("endpoint").notNull(),
    region: text("region").notNull(),
    bucket: text("bucket").notNull(),
    prefix: text("prefix").notNull(),
    accessKeyId: text("access_key_id").notNull(),
    /** Sealed by the vault; it is used for this endpoint only. Null for a folder. */
    secretKey: text("secret_key"),
    secretEnding: text("secret_ending").notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex("backup_settings_single_index").on(sql`(true)`),
    oneOf("backup_settings_target_check", table.target, backupTargets),
    check("backup_settings_hour_check", sql`${table.hour} BETWEEN 0 AND 23`),
    check("backup_settings_keep_check", sql`${table.keep} BETWEEN 1 AND 365`),
  ],
);

/** Every backup that was begun from the screen or by the schedule. */
export const backups = pgTable(
  "backups",
  {
    id: primaryId(),
    trigger: text("trigger").$type<(typeof backupTriggers)[number]>().notNull(),
    target: text("target").$type<(typeof backupTargets)[number]>().notNull(),
    /** Of the file in the folder or the store. */
    name: text("name").notNull(),
    state: text("state").$type<(typeof backupStates)[number]>().notNull().default("running"),
    /** What a running one does. */
    stage: text("stage").$type<(typeof backupStages)[number]>().notNull().default("waiting"),
    problem: text("problem").$type<(typeof backupProblems)[number]>(),
    bytes: bigint("bytes", { mode: "number" }).notNull().default(0),
    rows: bigint("rows", { mode: "number" }).notNull().default(0),
    createdAt: createdAt(),
    endedAt: timestampMs("ended_at"),
    /** When its file was deleted because newer ones are kept. */
    deletedAt: timestampMs("deleted_at"),
  },
  (table) => [
    index("backups_created_index").on(table.createdAt.desc()),
    uniqueIndex("backups_running_index").on(sql`(true)`).where(sql`state = 'running'`),
    oneOf("backups_trigger_check", table.trigger, backupTriggers),
    oneOf("backups_target_check", table.target, backupTargets),
    oneOf("backups_state_check", table.state, backupStates),
    oneOf("backups_stage_check", table.stage, backupStages),
    oneOf("backups_problem_check", table.problem, backupProblems),
  ],
);

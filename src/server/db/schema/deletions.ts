import { boolean, index, integer, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { deletionKinds, deletionStatuses } from "#domain/deletion.ts";
import type { RetentionCounts } from "#domain/retention.ts";
import { recordingDeletionFailures, recordingDeletionStatuses } from "#domain/voice/recording-deletion.ts";
import { users } from "./access.ts";
import { createdAt, oneOf, primaryId, timestampMs, updatedAt } from "./columns.ts";

/** Deletions that run as jobs, with their progress in rows. */
export const deletions = pgTable(
  "deletions",
  {
    id: primaryId(),
    kind: text("kind").notNull(),
    targetId: uuid("target_id").notNull(),
    total: integer("total").notNull(),
    done: integer("done").notNull().default(0),
    status: text("status").notNull().default("running"),
    createdBy: uuid("created_by").references(() => users.id, { onDelete: "set null" }),
    createdAt: createdAt(),
    finishedAt: timestampMs("finished_at"),
  },
  (table) => [
    index("deletions_target_index").on(table.targetId),
    oneOf("deletions_kind_check", table.kind, deletionKinds),
    oneOf("deletions_status_check", table.status, deletionStatuses),
  ],
);

/**
 * People whose data was erased: their former id and the keyed hashes of their addresses, so that the restore of an
 * older backup erases them again. Copied to the data directory, because a backup does not know later erasures.
 */
export const erasures = pgTable(
  "erasures",
  {
    id: primaryId(),
    personId: uuid("person_id").notNull(),
    addressHashes: jsonb("address_hashes").$type<string[]>().notNull(),
    createdAt: createdAt(),
    /** When it was copied to the data directory. */
    copiedAt: timestampMs("copied_at"),
    /** When events without a person were searched for the addresses. */
    sweptAt: timestampMs("swept_at"),
  },
  (table) => [index("erasures_person_index").on(table.personId)],
);

/** What each run of the retention deleted. */
export const retentionRuns = pgTable(
  "retention_runs",
  {
    id: primaryId(),
    days: integer("days").notNull(),
    cutoff: timestampMs("cutoff").notNull(),
    counts: jsonb("counts").$type<RetentionCounts>().notNull().default({}),
    createdAt: createdAt(),
    finishedAt: timestampMs("finished_at"),
  },
  (table) => [index("retention_runs_created_index").on(table.createdAt.desc())],
);

/**
 * Calls that were deleted here and whose recordings the vendor must delete, too. Only ids of the call, so that nothing
 * of the person is kept.
 */
export const recordingDeletions = pgTable(
  "recording_deletions",
  {
    /** The id that the call had, which its callbacks name. */
    callId: uuid("call_id").primaryKey(),
    messenger: text("messenger").notNull(),
    /** The call went to a simulator. */
    simulated: boolean("simulated").notNull(),
    /** The account at the vendor; null when no callback named it. */
    account: text("account"),
    /** The vendor's id of the call; null when the send was still under way. */
    providerCallId: text("provider_call_id"),
    /** The vendor's ids of the recordings that it reported. */
    recordingIds: jsonb("recording_ids").$type<string[]>().notNull().default([]),
    status: text("status").notNull().default("pending"),
    failure: text("failure"),
    attempts: integer("attempts").notNull().default(0),
    nextAttemptAt: timestampMs("next_attempt_at").notNull().defaultNow(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    index("recording_deletions_status_index").on(table.status, table.nextAttemptAt),
    index("recording_deletions_provider_index").on(table.messenger, table.providerCallId),
    oneOf("recording_deletions_status_check", table.status, recordingDeletionStatuses),
    oneOf("recording_deletions_failure_check", table.failure, recordingDeletionFailures),
  ],
);

import { index, integer, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { deletionKinds, deletionStatuses } from "#domain/deletion.ts";
import type { RetentionCounts } from "#domain/retention.ts";
import { users } from "./access.ts";
import { createdAt, oneOf, primaryId, timestampMs } from "./columns.ts";

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

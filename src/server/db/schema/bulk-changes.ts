import { index, integer, jsonb, pgTable, primaryKey, smallint, text, uuid } from "drizzle-orm/pg-core";
import { type BulkChange, type BulkSelection, type BulkState, bulkStates } from "#domain/bulk-change.ts";
import { users } from "./access.ts";
import { createdAt, oneOf, primaryId, timestampMs } from "./columns.ts";
import { people } from "./people.ts";

/** A change of many people, made page by page by a job. */
export const bulkChanges = pgTable(
  "bulk_changes",
  {
    id: primaryId(),
    userId: uuid("user_id").references(() => users.id, { onDelete: "set null" }),
    selection: jsonb("selection").$type<BulkSelection>().notNull(),
    change: jsonb("change").$type<BulkChange>().notNull(),
    state: text("state").$type<BulkState>().notNull().default("running"),
    /** The number of people selected; null until the job has counted them. */
    matched: integer("matched"),
    /** How many of them were looked at, in the present direction. */
    processed: integer("processed").notNull().default(0),
    changed: integer("changed").notNull().default(0),
    restored: integer("restored").notNull().default(0),
    /** The last person that was looked at; the next page starts after them. */
    afterId: uuid("after_id"),
    createdAt: createdAt(),
    finishedAt: timestampMs("finished_at"),
  },
  (table) => [
    index("bulk_changes_created_index").on(table.createdAt.desc()),
    oneOf("bulk_changes_state_check", table.state, bulkStates),
  ],
);

/** What a person was before a bulk change; it can be undone while their `updated_at` is still the version. */
export const bulkChangeRows = pgTable(
  "bulk_change_rows",
  {
    bulkChangeId: uuid("bulk_change_id")
      .notNull()
      .references(() => bulkChanges.id, { onDelete: "cascade" }),
    personId: uuid("person_id")
      .notNull()
      .references(() => people.id, { onDelete: "cascade" }),
    status: text("status").notNull(),
    tags: text("tags").array().notNull(),
    stageReached: smallint("stage_reached").notNull(),
    convertedAt: timestampMs("converted_at"),
    version: timestampMs("version").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.bulkChangeId, table.personId] }),
    index("bulk_change_rows_person_index").on(table.personId),
  ],
);

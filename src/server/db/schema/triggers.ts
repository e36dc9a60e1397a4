import { index, integer, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { timestampMs } from "./columns.ts";
import { people } from "./people.ts";

/** What rules wait for without an event that announces it: a segment's members, or dates of people. */
export const triggerWatches = pgTable("trigger_watches", {
  key: text("key").primaryKey(),
  /** Since when it sets rules off; null while everybody is looked at for the first time. */
  seededAt: timestampMs("seeded_at"),
  /** Up to when everything was seen. */
  lookedAt: timestampMs("looked_at"),
  /** Of a look that is not finished: how far in time it goes, and the last person of its last page. */
  lookingUntil: timestampMs("looking_until"),
  lookedAfter: uuid("looked_after"),
  /** How long the last look took, so that large ones come less often. */
  tookMs: integer("took_ms").notNull().default(0),
  /** The definition of a segment at the last look: what an edit changes sets no rule off. */
  definition: text("definition"),
});

/** Who is in the segments that rules wait for, as of the last look. It is deleted in pages once no rule waits for it. */
export const segmentMembers = pgTable(
  "segment_members",
  {
    segmentId: uuid("segment_id").notNull(),
    personId: uuid("person_id")
      .notNull()
      .references(() => people.id, { onDelete: "cascade" }),
    since: timestampMs("since").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.segmentId, table.personId] }),
    index("segment_members_person_index").on(table.personId),
  ],
);

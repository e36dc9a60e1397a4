import { jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { goLiveRecordNames } from "#domain/go-live/records.ts";
import { users } from "./access.ts";
import { oneOf, timestampMs } from "./columns.ts";

/** Progress of the go-live guide that no other table shows. */
export const goLiveRecords = pgTable(
  "go_live_records",
  {
    name: text("name").primaryKey(),
    doneAt: timestampMs("done_at").notNull().defaultNow(),
    userId: uuid("user_id").references(() => users.id, { onDelete: "set null" }),
    /** For DNS: the domain and what was found. */
    detail: jsonb("detail").$type<Record<string, unknown>>(),
  },
  (table) => [oneOf("go_live_records_name_check", table.name, goLiveRecordNames)],
);

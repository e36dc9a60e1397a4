import { pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { demoRowKinds } from "#domain/demo-row.ts";
import { oneOf } from "./columns.ts";

/** The rows that the demo made. What belongs to them goes with them when the workspace leaves the demo. */
export const demoRows = pgTable(
  "demo_rows",
  { kind: text("kind").notNull(), id: uuid("id").notNull() },
  (table) => [
    primaryKey({ columns: [table.kind, table.id] }),
    oneOf("demo_rows_kind_check", table.kind, demoRowKinds),
  ],
);

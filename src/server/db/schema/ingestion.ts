import { boolean, index, jsonb, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { createdAt, primaryId, updatedAt } from "./columns.ts";
import { people } from "./people.ts";

export const endpoints = pgTable("endpoints", {
  id: primaryId(),
  name: text("name").notNull(),
  type: text("type").notNull(),
  description: text("description"),
  authMethod: text("auth_method").notNull().default("none"),
  ingestionMode: text("ingestion_mode").notNull().default("push"),
  mappingTemplate: jsonb("mapping_template"),
  piiFlags: jsonb("pii_flags"),
  status: text("status").notNull().default("active"),
  webhookUrl: text("webhook_url").unique(),
  /** The last part of the webhook's path: 128 random bits or more. */
  hookToken: text("hook_token").unique(),
  endpointUrl: text("endpoint_url"),
  lastError: text("last_error"),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
});

export const events = pgTable(
  "events",
  {
    id: primaryId(),
    endpointId: uuid("endpoint_id")
      .notNull()
      .references(() => endpoints.id, { onDelete: "cascade" }),
    personId: uuid("person_id").references(() => people.id, { onDelete: "set null" }),
    eventType: text("event_type"),
    rawData: jsonb("raw_data").notNull(),
    processedData: jsonb("processed_data"),
    deduplicationKey: text("deduplication_key"),
    piiDetected: boolean("pii_detected").notNull().default(false),
    validationStatus: text("validation_status").notNull().default("valid"),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex("events_deduplication_index").on(table.endpointId, table.deduplicationKey),
    index("events_endpoint_index").on(table.endpointId, table.createdAt.desc()),
    index("events_person_index").on(table.personId),
    index("events_created_index").on(table.createdAt.desc()),
  ],
);

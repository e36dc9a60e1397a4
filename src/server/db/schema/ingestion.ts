import { sql } from "drizzle-orm";
import { boolean, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import type { EventProblem } from "#domain/ingestion/event.ts";
import type { MappingTemplate } from "#domain/ingestion/mapping.ts";
import type { PiiFlags } from "#domain/pii/kinds.ts";
import { bytes, createdAt, moment, primaryId, updatedAt } from "./columns.ts";
import { people } from "./people.ts";

export const endpoints = pgTable("endpoints", {
  id: primaryId(),
  name: text("name").notNull(),
  type: text("type").notNull(),
  description: text("description"),
  authMethod: text("auth_method").notNull().default("none"),
  ingestionMode: text("ingestion_mode").notNull().default("push"),
  mappingTemplate: jsonb("mapping_template").$type<MappingTemplate>(),
  piiFlags: jsonb("pii_flags").$type<PiiFlags>(),
  status: text("status").notNull().default("active"),
  webhookUrl: text("webhook_url").unique(),
  /** The last part of the webhook's path, or the name before the @ of its mail address: 128 random bits or more. */
  hookToken: text("hook_token").unique(),
  /** The one before, which is still let in for a while. */
  previousHookToken: text("previous_hook_token").unique(),
  previousHookUntil: moment("previous_hook_until"),
  endpointUrl: text("endpoint_url"),
  /** As `endpointSettings` reads it. */
  settings: jsonb("settings").notNull().default({}),
  /** How far the reading of an API or a mailbox came. */
  pullState: jsonb("pull_state").$type<Record<string, unknown>>().notNull().default({}),
  nextPullAt: moment("next_pull_at"),
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
    problems: jsonb("problems").$type<EventProblem[]>(),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex("events_deduplication_index")
      .on(table.endpointId, table.deduplicationKey)
      .where(sql`deduplication_key IS NOT NULL`),
    index("events_endpoint_index").on(table.endpointId, table.createdAt.desc()),
    index("events_person_index").on(table.personId).where(sql`person_id IS NOT NULL`),
    // Rows come in the order of their time, so a summary of each stretch is enough, and costs next to nothing.
    index("events_created_index").using("brin", table.createdAt),
    // The queue of the stage that reads them.
    index("events_unread_index").on(table.id).where(sql`validation_status = 'received'`),
    // The few that need eyes, or work, among millions.
    index("events_status_index")
      .on(table.endpointId, table.validationStatus, table.createdAt.desc())
      .where(sql`validation_status NOT IN ('valid', 'received')`),
  ],
);

/** What came along with an event, each content once, by its hash. */
export const blobs = pgTable("blobs", {
  sha256: bytes("sha256").primaryKey(),
  size: integer("size").notNull(),
  content: bytes("content").notNull(),
  createdAt: createdAt(),
});

export const eventFiles = pgTable(
  "event_files",
  {
    id: primaryId(),
    eventId: uuid("event_id")
      .notNull()
      .references(() => events.id, { onDelete: "cascade" }),
    sha256: bytes("sha256")
      .notNull()
      .references(() => blobs.sha256),
    filename: text("filename"),
    contentType: text("content_type").notNull(),
    size: integer("size").notNull(),
  },
  (table) => [index("event_files_event_index").on(table.eventId)],
);

/** What happened to people and was not reacted to yet: the queue of scores and rules. */
export const happened = pgTable("happened", {
  id: primaryId(),
  /** What one transaction told: each with a person, a type, and what caused it. */
  what: jsonb("what").notNull(),
  createdAt: createdAt(),
});

/** The same, a row for each, as versions before write it: they may still be running beside this one. */
export const happenings = pgTable("happenings", {
  id: primaryId(),
  personId: uuid("person_id").notNull(),
  type: text("type"),
  causedBy: uuid("caused_by").notNull(),
  createdAt: createdAt(),
});

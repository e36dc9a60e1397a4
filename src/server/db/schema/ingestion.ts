import { sql } from "drizzle-orm";
import {
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { conversationChannels } from "#domain/channels/channel.ts";
import { authMethods, endpointStatuses, endpointTypes, ingestionModes } from "#domain/ingestion/endpoint.ts";
import { type EventProblem, validationStatuses } from "#domain/ingestion/event.ts";
import type { MappingTemplate } from "#domain/ingestion/mapping.ts";
import type { PiiFlags } from "#domain/pii/kinds.ts";
import type { CorrectedReading } from "#domain/reading/corrected-reading.ts";
import { readChannels } from "#domain/reading/labels.ts";
import type { ModelReading } from "#domain/reading/model-reading.ts";
import type { MessageReading } from "#domain/reading/read-message.ts";
import { users } from "./access.ts";
import { bytes, createdAt, oneOf, primaryId, timestampMs, updatedAt } from "./columns.ts";
import { people } from "./people.ts";

export const endpoints = pgTable(
  "endpoints",
  {
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
    /** The last part of the webhook's path, or the local part of its mail address: 128 random bits or more. */
    hookToken: text("hook_token").unique(),
    /** The token before this one, accepted until `previous_hook_until`. */
    previousHookToken: text("previous_hook_token").unique(),
    previousHookUntil: timestampMs("previous_hook_until"),
    endpointUrl: text("endpoint_url"),
    settings: jsonb("settings").notNull().default({}),
    /** The channel whose events it lists; such an endpoint has no address and no mapping. */
    channel: text("channel").unique(),
    /** The progress of reading an API or a mailbox. */
    pullState: jsonb("pull_state").$type<Record<string, unknown>>().notNull().default({}),
    nextPullAt: timestampMs("next_pull_at"),
    lastError: text("last_error"),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    oneOf("endpoints_type_check", table.type, endpointTypes),
    oneOf("endpoints_auth_method_check", table.authMethod, authMethods),
    oneOf("endpoints_ingestion_mode_check", table.ingestionMode, ingestionModes),
    oneOf("endpoints_status_check", table.status, endpointStatuses),
    oneOf("endpoints_channel_check", table.channel, conversationChannels),
  ],
);

/**
 * Bodies that were lists, each once; their items are events. A trigger deletes a body as soon as one of its items is
 * deleted or erased, so that it never outlives the personal data of an item.
 */
export const eventBodies = pgTable("event_bodies", {
  /** The id of the event that the body was accepted as. */
  id: uuid("id").primaryKey(),
  endpointId: uuid("endpoint_id")
    .notNull()
    .references(() => endpoints.id, { onDelete: "cascade" }),
  rawData: jsonb("raw_data").notNull(),
  createdAt: createdAt(),
});

/** Signed deliveries that were accepted, for as long as a repetition is recognised. */
export const replayKeys = pgTable(
  "replay_keys",
  {
    endpointId: uuid("endpoint_id")
      .notNull()
      .references(() => endpoints.id, { onDelete: "cascade" }),
    key: text("key").notNull(),
    eventId: uuid("event_id").notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.endpointId, table.key] }),
    index("replay_keys_created_index").using("brin", table.createdAt),
  ],
);

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
    /** The list that this event is an item of. */
    bodyId: uuid("body_id").references(() => eventBodies.id, { onDelete: "set null" }),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex("events_deduplication_index")
      .on(table.endpointId, table.deduplicationKey)
      .where(sql`deduplication_key IS NOT NULL`),
    index("events_endpoint_index").on(table.endpointId, table.createdAt.desc()),
    index("events_person_index")
      .on(table.personId, table.createdAt.desc(), table.id.desc())
      .where(sql`person_id IS NOT NULL`),
    index("events_body_index").on(table.bodyId).where(sql`body_id IS NOT NULL`),
    // Rows are inserted in the order of their time, so a small block range index is enough.
    index("events_created_index").using("brin", table.createdAt),
    // The queue of the recorder.
    index("events_unread_index").on(table.id).where(sql`validation_status = 'received'`),
    // Those of channels among them, which may be few among many that are read again.
    index("events_waiting_index")
      .on(table.endpointId, sql`uuid_send(id)`)
      .where(sql`validation_status = 'received'`),
    // The few that need attention among millions.
    index("events_status_index")
      .on(table.endpointId, table.validationStatus, table.createdAt.desc())
      .where(sql`validation_status NOT IN ('valid', 'received')`),
    oneOf("events_validation_status_check", table.validationStatus, validationStatuses),
  ],
);

/** What the text of an event says: read on this machine, and by a model where one is switched on. */
export const messageReadings = pgTable(
  "message_readings",
  {
    eventId: uuid("event_id")
      .primaryKey()
      .references(() => events.id, { onDelete: "cascade" }),
    personId: uuid("person_id")
      .notNull()
      .references(() => people.id, { onDelete: "cascade" }),
    channel: text("channel").notNull(),
    local: jsonb("local").$type<MessageReading>().notNull(),
    /** What a model read, and which one; null where none was asked or none answered. */
    refined: jsonb("refined").$type<ModelReading>(),
    refinedBy: text("refined_by"),
    /** What an operator says the message means; it replaces these parts of the reading. */
    corrected: jsonb("corrected").$type<CorrectedReading>(),
    correctedBy: uuid("corrected_by").references(() => users.id, { onDelete: "set null" }),
    createdAt: createdAt(),
  },
  (table) => [
    index("message_readings_person_index").on(table.personId, table.createdAt.desc()),
    oneOf("message_readings_channel_check", table.channel, readChannels),
  ],
);

/** Files that came with events, each content once, by its hash. */
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
  (table) => [
    index("event_files_event_index").on(table.eventId),
    // Whether a content is still used when one of its events is deleted.
    index("event_files_content_index").on(table.sha256),
  ],
);

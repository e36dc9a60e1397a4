import { sql } from "drizzle-orm";
import { boolean, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { bytes, createdAt, moment, primaryId, updatedAt } from "./columns.ts";

/**
 * What somebody agreed to or refused, with the proof: the newest of a channel and purpose counts. Insert-only by
 * trigger, and without a foreign key: it must outlive the person's row.
 */
export const consentRecords = pgTable(
  "consent_records",
  {
    id: primaryId(),
    personId: uuid("person_id").notNull(),
    channel: text("channel").notNull(),
    purpose: text("purpose").notNull().default("marketing"),
    /** granted, denied, or unproven: somebody says so, but nobody can show it. */
    state: text("state").notNull(),
    /** In writing, as artificial voices that sell must have it. */
    written: boolean("written").notNull().default(false),
    /** form, keyword, operator, import, endpoint. */
    method: text("method").notNull(),
    /** The words that were shown, where, from which address. */
    proof: jsonb("proof").$type<Record<string, unknown>>(),
    actorId: uuid("actor_id"),
    causedBy: uuid("caused_by"),
    createdAt: createdAt(),
  },
  (table) => [index("consent_records_person_index").on(table.personId, table.createdAt.desc())],
);

/** Addresses that asked for silence, or to hear again: by keyed hash, whoever holds them. Insert-only by trigger. */
export const suppressions = pgTable(
  "suppressions",
  {
    id: primaryId(),
    addressHash: bytes("address_hash").notNull(),
    /** `all`, or one channel that consent is given for. */
    scope: text("scope").notNull().default("all"),
    /** opted_out, released. */
    state: text("state").notNull(),
    /** keyword, phrase, operator, unsubscribe, complaint, bounce, import. */
    source: text("source").notNull(),
    reason: text("reason"),
    actorId: uuid("actor_id"),
    causedBy: uuid("caused_by"),
    createdAt: createdAt(),
  },
  (table) => [index("suppressions_address_index").on(table.addressHash, table.createdAt.desc())],
);

/** A reply that may have been an opt-out: nothing goes out until somebody has read it. */
export const reviews = pgTable(
  "reviews",
  {
    id: primaryId(),
    personId: uuid("person_id").notNull(),
    channel: text("channel").notNull(),
    words: text("words").notNull(),
    causedBy: uuid("caused_by"),
    /** opted_out, continue. */
    outcome: text("outcome"),
    resolvedBy: uuid("resolved_by"),
    resolvedAt: moment("resolved_at"),
    createdAt: createdAt(),
  },
  (table) => [index("reviews_person_index").on(table.personId)],
);

export const messageTemplates = pgTable(
  "message_templates",
  {
    id: primaryId(),
    name: text("name").notNull(),
    channel: text("channel").notNull(),
    language: text("language").notNull(),
    subject: text("subject"),
    body: text("body").notNull(),
    /** What the channel's operator calls it once it was approved there: WhatsApp asks for that outside the window. */
    approvedName: text("approved_name"),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [uniqueIndex("message_templates_name_index").on(table.name, table.channel, table.language)],
);

/** When somebody last wrote to us and we to them, by channel. */
export const conversations = pgTable(
  "conversations",
  {
    id: primaryId(),
    personId: uuid("person_id").notNull(),
    channel: text("channel").notNull(),
    lastInboundAt: moment("last_inbound_at"),
    lastOutboundAt: moment("last_outbound_at"),
  },
  (table) => [uniqueIndex("conversations_person_index").on(table.personId, table.channel)],
);

/** What vendors told us of messages, as they told it; a status never moves backwards. Insert-only. */
export const callbacks = pgTable(
  "callbacks",
  {
    id: primaryId(),
    messenger: text("messenger").notNull(),
    providerId: text("provider_id").notNull(),
    status: text("status").notNull(),
    detail: jsonb("detail").$type<Record<string, unknown>>(),
    actionId: uuid("action_id"),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex("callbacks_once_index").on(table.messenger, table.providerId, table.status),
    index("callbacks_action_index").on(table.actionId).where(sql`action_id IS NOT NULL`),
  ],
);

/** How fast a way of sending may be used, shared by all processes. A row where it is limited, or was told to wait. */
export const paces = pgTable("paces", {
  /** The messenger. */
  id: text("id").primaryKey(),
  /** When the next send would be due, were they spread evenly. */
  nextAt: moment("next_at").notNull().defaultNow(),
  /** The vendor asked for a rest until then. */
  pausedUntil: moment("paused_until"),
});

/** Each saved form of a rule, so that it can be compared and brought back. */
export const ruleVersions = pgTable(
  "rule_versions",
  {
    id: primaryId(),
    ruleId: uuid("rule_id").notNull(),
    version: integer("version").notNull(),
    definition: jsonb("definition").$type<Record<string, unknown>>().notNull(),
    changedBy: uuid("changed_by"),
    createdAt: createdAt(),
  },
  (table) => [uniqueIndex("rule_versions_rule_index").on(table.ruleId, table.version)],
);

/** Why a rule fired for somebody, or what kept it from firing when a trigger had crossed. */
export const ruleRuns = pgTable(
  "rule_runs",
  {
    id: primaryId(),
    ruleId: uuid("rule_id").notNull(),
    version: integer("version").notNull(),
    personId: uuid("person_id").notNull(),
    fired: boolean("fired").notNull(),
    why: jsonb("why").$type<Record<string, unknown>[]>().notNull(),
    causedBy: uuid("caused_by"),
    createdAt: createdAt(),
  },
  (table) => [
    index("rule_runs_rule_index").on(table.ruleId, table.createdAt.desc()),
    index("rule_runs_person_index").on(table.personId, table.createdAt.desc()),
  ],
);

import { boolean, index, jsonb, pgTable, text, time, uuid } from "drizzle-orm/pg-core";
import { channels, consentChannels } from "#domain/channels/channel.ts";
import { consentMethods, consentPurposes, consentStates } from "#domain/compliance/consent.ts";
import { reviewSubjects } from "#domain/compliance/review.ts";
import { suppressionScopes, suppressionSources, suppressionStates } from "#domain/compliance/suppression.ts";
import { users } from "./access.ts";
import { bytes, createdAt, oneOf, primaryId, timestampMs, updatedAt } from "./columns.ts";
import { people } from "./people.ts";

/**
 * What a person agreed to or refused, with the proof; the newest of a channel and purpose counts. Insert-only by
 * trigger, and without a foreign key, because it must outlive the person's row.
 */
export const consentRecords = pgTable(
  "consent_records",
  {
    id: primaryId(),
    personId: uuid("person_id").notNull(),
    channel: text("channel").notNull(),
    purpose: text("purpose").notNull().default("marketing"),
    state: text("state").notNull(),
    /** In writing, as marketing by an artificial voice requires. */
    written: boolean("written").notNull().default(false),
    method: text("method").notNull(),
    /** The text that was shown, where, and from which address. */
    proof: jsonb("proof").$type<Record<string, unknown>>(),
    actorId: uuid("actor_id"),
    causedBy: uuid("caused_by"),
    createdAt: createdAt(),
  },
  (table) => [
    index("consent_records_person_index").on(table.personId, table.createdAt.desc()),
    index("consent_records_created_index").on(table.createdAt.desc(), table.id.desc()),
    oneOf("consent_records_channel_check", table.channel, consentChannels),
    oneOf("consent_records_purpose_check", table.purpose, consentPurposes),
    oneOf("consent_records_state_check", table.state, consentStates),
    oneOf("consent_records_method_check", table.method, consentMethods),
  ],
);

/** Opt-outs and opt-ins of addresses, by keyed hash, independent of the person who has the address. Insert-only by trigger. */
export const suppressions = pgTable(
  "suppressions",
  {
    id: primaryId(),
    addressHash: bytes("address_hash").notNull(),
    scope: text("scope").notNull().default("all"),
    state: text("state").notNull(),
    source: text("source").notNull(),
    reason: text("reason"),
    actorId: uuid("actor_id"),
    causedBy: uuid("caused_by"),
    /** It was said to a simulator outside the demo. */
    simulated: boolean("simulated").notNull().default(false),
    createdAt: createdAt(),
  },
  (table) => [
    index("suppressions_address_index").on(table.addressHash, table.createdAt.desc()),
    index("suppressions_created_index").on(table.createdAt.desc(), table.id.desc()),
    oneOf("suppressions_scope_check", table.scope, suppressionScopes),
    oneOf("suppressions_state_check", table.state, suppressionStates),
    oneOf("suppressions_source_check", table.source, suppressionSources),
  ],
);

const reviewOutcomes = ["opted_out", "continue"] as const;

/** A reply that may be an opt-out. Nothing is sent to the person until an operator has decided. */
export const reviews = pgTable(
  "reviews",
  {
    id: primaryId(),
    personId: uuid("person_id")
      .notNull()
      .references(() => people.id, { onDelete: "cascade" }),
    channel: text("channel").notNull(),
    words: text("words").notNull(),
    subject: text("subject").notNull().default("opt_out"),
    causedBy: uuid("caused_by"),
    outcome: text("outcome"),
    resolvedBy: uuid("resolved_by").references(() => users.id, { onDelete: "set null" }),
    resolvedAt: timestampMs("resolved_at"),
    createdAt: createdAt(),
  },
  (table) => [
    index("reviews_person_index").on(table.personId),
    oneOf("reviews_channel_check", table.channel, channels),
    oneOf("reviews_subject_check", table.subject, reviewSubjects),
    oneOf("reviews_outcome_check", table.outcome, reviewOutcomes),
  ],
);

/** When people of a region may be contacted, with the law that says so. */
export const quietHours = pgTable("quiet_hours", {
  id: primaryId(),
  name: text("name").notNull(),
  /** A state such as FL, or null for the whole timezone. */
  region: text("region"),
  timezone: text("timezone").notNull(),
  /** Contact is allowed from here until `closes`, local time. */
  opens: time("opens").notNull(),
  closes: time("closes").notNull(),
  source: text("source"),
  active: boolean("active").notNull().default(true),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
});

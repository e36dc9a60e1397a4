import { sql } from "drizzle-orm";
import {
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  real,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { languages } from "#domain/language.ts";
import { forPlainColumns, personColumns } from "#domain/people/person-columns.ts";
import { personStatuses, personTypes } from "#domain/person.ts";
import { duplicateDecisions, duplicateReasons } from "#domain/possible-duplicate.ts";
import type { SummarySentence } from "#domain/profile/summary.ts";
import { type TimelineKind, timelineKinds } from "#domain/timeline.ts";
import { users } from "./access.ts";
import { createdAt, oneOf, primaryId, timestampMs, updatedAt } from "./columns.ts";

export const people = pgTable(
  "people",
  {
    id: primaryId(),
    /**
     * What the search matches: names, e-mail and phone without case and accents. First, because a search reads it of
     * every row that it passes, and the server takes a row apart from the left.
     */
    search: text("search")
      .notNull()
      .generatedAlwaysAs(
        sql`fold_text(coalesce(first_name, '') || ' ' || coalesce(last_name, '') || ' ' || coalesce(email, '') || ' ' || coalesce(phone, ''))`,
      ),
    /** The addresses besides the primary ones, for the search; null where there are none. Maintained by a trigger. */
    furtherAddresses: text("further_addresses"),
    type: text("type").notNull().default("lead"),
    status: text("status").notNull().default("new"),
    firstName: text("first_name"),
    lastName: text("last_name"),
    email: text("email"),
    /** E.164. */
    phone: text("phone"),
    consents: jsonb("consents").$type<Record<string, unknown>>().notNull().default({}),
    tags: text("tags").array().notNull().default(sql`'{}'::text[]`),
    assignedAgentId: uuid("assigned_agent_id").references(() => users.id, { onDelete: "set null" }),
    /** Null where it is unknown. */
    language: text("language"),
    /** Where they live, as far as it is known, decides when they may be contacted. */
    ...forPlainColumns((name) => text(personColumns[name].column)),
    timezone: text("timezone"),
    /** The number that a carrier reported as a landline; it counts while it is the person's phone. */
    landlinePhone: text("landline_phone"),
    /** Values of custom fields by their key. */
    fields: jsonb("fields").$type<Record<string, unknown>>().notNull().default({}),
    sources: text("sources").array().notNull().default(sql`'{}'::text[]`),
    /** The furthest stage ever reached, 0 (new) to 3 (converted); maintained by a trigger. */
    stageReached: smallint("stage_reached").notNull().default(0),
    convertedAt: timestampMs("converted_at"),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    index("people_updated_index").on(table.updatedAt.desc(), table.id.desc()),
    index("people_agent_index").on(table.assignedAgentId).where(sql`assigned_agent_id IS NOT NULL`),
    index("people_type_index").on(table.type, table.status, table.updatedAt.desc(), table.id.desc()),
    index("people_status_index").on(table.status, table.updatedAt.desc(), table.id.desc()),
    // The list sorted by name and by stage; `people-order.ts` has the same expressions.
    index("people_name_index").on(sql`(left(ltrim(${table.search}), 100)) COLLATE "C"`, table.id),
    index("people_stage_index").on(
      sql.raw(
        `array_position(ARRAY[${personStatuses.map((status) => `'${status}'::text`).join(", ")}], "status")`,
      ),
      table.id,
    ),
    index("people_tags_index").using("gin", table.tags),
    index("people_fields_index").using("gin", sql`${table.fields} jsonb_path_ops`),
    index("people_created_index").on(table.createdAt.desc(), table.id.desc()),
    index("people_search_index").using("gin", sql`${table.search} gin_trgm_ops`),
    index("people_further_addresses_index")
      .using("gin", sql`${table.furtherAddresses} gin_trgm_ops`)
      .where(sql`further_addresses IS NOT NULL`),
    oneOf("people_type_check", table.type, personTypes),
    oneOf("people_status_check", table.status, personStatuses),
    oneOf("people_language_check", table.language, languages),
  ],
);

export const aiProfiles = pgTable(
  "ai_profiles",
  {
    id: primaryId(),
    personId: uuid("person_id")
      .notNull()
      .references(() => people.id, { onDelete: "cascade" }),
    /** All three are null where not enough is known of the person. */
    intentScore: integer("intent_score").default(0),
    propensityToBuy: integer("propensity_to_buy").default(0),
    churnRisk: integer("churn_risk").default(0),
    preferredChannel: text("preferred_channel"),
    bestTimeToContact: text("best_time_to_contact"),
    features: jsonb("features").$type<Record<string, unknown>>(),
    preferences: jsonb("preferences").$type<Record<string, unknown>>(),
    nextBestAction: text("next_best_action"),
    aiSummary: text("ai_summary"),
    createdAt: createdAt(),
    /** What scoring remembers of the past. */
    history: jsonb("history").$type<Record<string, unknown>>(),
    modelVersion: text("model_version"),
    updatedAt: updatedAt(),
  },
  (table) => [
    uniqueIndex("ai_profiles_person_index").on(table.personId),
    index("ai_profiles_score_index").on(table.intentScore, table.personId),
  ],
);

/** People whose preferred channel, best time, next action and summary are to be computed again. */
export const profileQueue = pgTable("profile_queue", {
  personId: uuid("person_id")
    .primaryKey()
    .references(() => people.id, { onDelete: "cascade" }),
  /** Another one when something more happened meanwhile. */
  mark: uuid("mark").notNull().defaultRandom(),
});

/** What a model wrote about a person; one that is not asked for again keeps its age. */
export const personSummaries = pgTable(
  "person_summaries",
  {
    personId: uuid("person_id")
      .primaryKey()
      .references(() => people.id, { onDelete: "cascade" }),
    /** Null until a model has answered. */
    sentences: jsonb("sentences").$type<SummarySentence[]>(),
    language: text("language"),
    vendor: text("vendor"),
    model: text("model"),
    promptVersion: text("prompt_version"),
    isSimulated: boolean("is_simulated").notNull().default(false),
    /** The newest timeline entry that it is based on. */
    newestEntryAt: timestampMs("newest_entry_at"),
    writtenAt: timestampMs("written_at"),
    askedAt: timestampMs("asked_at").notNull().defaultNow(),
    /** When the last attempt ended, whether a model answered or not. */
    endedAt: timestampMs("ended_at"),
  },
  (table) => [oneOf("person_summaries_language_check", table.language, languages)],
);

export const timeline = pgTable(
  "timeline",
  {
    id: primaryId(),
    personId: uuid("person_id")
      .notNull()
      .references(() => people.id, { onDelete: "cascade" }),
    eventType: text("event_type").$type<TimelineKind>().notNull(),
    source: text("source"),
    title: text("title").notNull(),
    description: text("description"),
    metadata: jsonb("metadata").$type<Record<string, unknown>>(),
    /** The event, action or rule run that it came from. */
    causedBy: uuid("caused_by"),
    createdAt: createdAt(),
  },
  (table) => [
    index("timeline_cause_index").on(table.causedBy).where(sql`caused_by IS NOT NULL`),
    index("timeline_person_index").on(table.personId, table.createdAt.desc()),
    index("timeline_created_index").on(table.createdAt.desc()),
    // The compliance summary counts what the contact hours delayed.
    index("timeline_held_index").on(table.createdAt).where(sql`event_type = 'message_held'`),
    index("timeline_opted_out_index").on(table.createdAt).where(sql`event_type = 'opted_out'`),
    oneOf("timeline_event_type_check", table.eventType, timelineKinds),
  ],
);

/** Two people who may be one, until an operator decides. */
export const possibleDuplicates = pgTable(
  "possible_duplicates",
  {
    id: primaryId(),
    /** The newer of the two. */
    personId: uuid("person_id")
      .notNull()
      .references(() => people.id, { onDelete: "cascade" }),
    otherId: uuid("other_id")
      .notNull()
      .references(() => people.id, { onDelete: "cascade" }),
    reason: text("reason").notNull(),
    /** The log-odds that they are one person, and what each comparison adds; null for pairs that an event reported. */
    weight: real("weight"),
    parts: jsonb("parts").$type<Record<string, unknown>[]>(),
    /** The event that reported it. */
    causedBy: uuid("caused_by"),
    /** Null until an operator has decided. */
    decision: text("decision"),
    decidedBy: uuid("decided_by").references(() => users.id, { onDelete: "set null" }),
    decidedAt: timestampMs("decided_at"),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex("possible_duplicates_pair_index").on(table.personId, table.otherId),
    index("possible_duplicates_other_index").on(table.otherId),
    index("possible_duplicates_open_index").on(table.weight.desc(), table.id).where(sql`decision IS NULL`),
    oneOf("possible_duplicates_reason_check", table.reason, duplicateReasons),
    oneOf("possible_duplicates_decision_check", table.decision, duplicateDecisions),
  ],
);

import { boolean, index, integer, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { callOutcomes, callStatuses, callTypes } from "#domain/voice/call.ts";
import { createdAt, oneOf, primaryId, updatedAt } from "./columns.ts";
import { people } from "./people.ts";

export const calls = pgTable(
  "calls",
  {
    id: primaryId(),
    personId: uuid("person_id").references(() => people.id, { onDelete: "cascade" }),
    type: text("type").notNull(),
    phoneNumber: text("phone_number").notNull(),
    /** Seconds. */
    duration: integer("duration"),
    status: text("status").notNull(),
    outcome: text("outcome"),
    recordingUrl: text("recording_url"),
    transcriptUrl: text("transcript_url"),
    metadata: jsonb("metadata").$type<Record<string, unknown>>(),
    createdAt: createdAt(),
  },
  (table) => [
    index("calls_person_index").on(table.personId),
    index("calls_created_index").on(table.createdAt.desc()),
    oneOf("calls_type_check", table.type, callTypes),
    oneOf("calls_status_check", table.status, callStatuses),
    oneOf("calls_outcome_check", table.outcome, callOutcomes),
  ],
);

export const scripts = pgTable("scripts", {
  id: primaryId(),
  name: text("name").notNull(),
  language: text("language").notNull().default("en"),
  accent: text("accent").notNull().default("en-US"),
  ttsProvider: text("tts_provider").notNull().default("elevenlabs"),
  voiceId: text("voice_id"),
  useCase: text("use_case").notNull(),
  content: text("content").notNull(),
  secretVars: jsonb("secret_vars"),
  enabled: boolean("enabled").notNull().default(true),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
});

export const sipExtensions = pgTable("sip_extensions", {
  id: primaryId(),
  label: text("label").notNull(),
  sipDomain: text("sip_domain").notNull(),
  username: text("username").notNull(),
  /** Sealed by the vault. */
  password: text("password"),
  transport: text("transport").notNull().default("UDP"),
  port: integer("port").notNull().default(5060),
  register: boolean("register").notNull().default(true),
  codecs: jsonb("codecs").$type<string[]>(),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
});

import { sql } from "drizzle-orm";
import {
  boolean,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import {
  type PersonRequestKind,
  type PersonRequestStatus,
  personRequestKinds,
  personRequestStatuses,
} from "#domain/agent/request.ts";
import { sipTransports } from "#domain/sip/extension.ts";

import type { TestTurn } from "#domain/test-callers/test-caller.ts";
import { type TestCallResult, type TestRunState, testRunStates } from "#domain/test-callers/test-result.ts";
import {
  type CallOwner,
  callEndReasons,
  callOutcomes,
  callOwners,
  callSpeakers,
  callStatuses,
  callTypes,
  handoffReasons,
} from "#domain/voice/call.ts";
import type { CallSignal } from "#domain/voice/call-command.ts";
import {
  type ScriptFact,
  type ScriptGoal,
  type ScriptLanguage,
  scriptLanguages,
} from "#domain/voice/script.ts";
import { users } from "./access.ts";
import { createdAt, oneOf, primaryId, timestampMs, updatedAt } from "./columns.ts";
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
    /** The vendor's id. */
    providerCallId: text("provider_call_id"),
    /** Ours, of an incoming call. */
    ourNumber: text("our_number"),
    scriptId: uuid("script_id").references(() => scripts.id, { onDelete: "set null" }),
    scriptVersion: integer("script_version"),
    language: text("language"),
    /** Who speaks for the business; null where no agent took part. */
    owner: text("owner").$type<CallOwner>(),
    handoffReason: text("handoff_reason"),
    handoffAt: timestampMs("handoff_at"),
    /** For the person who takes over. */
    handoffNote: text("handoff_note"),
    endReason: text("end_reason"),
    summary: text("summary"),
    /** By the keys of the script's facts: value, quote, and milliseconds since the answer. */
    facts: jsonb("facts").$type<Record<string, { value: string; quote: string; atMs: number }>>(),
    answeredAt: timestampMs("answered_at"),
    endedAt: timestampMs("ended_at"),
    /** When the notice that the call is recorded had been spoken. */
    recordingNoticeAt: timestampMs("recording_notice_at"),
    recordingStartedAt: timestampMs("recording_started_at"),
    /** US dollars for models. */
    modelCost: numeric("model_cost", { precision: 12, scale: 6 }),
    createdAt: createdAt(),
  },
  (table) => [
    index("calls_person_index").on(table.personId),
    index("calls_created_index").on(table.createdAt.desc()),
    uniqueIndex("calls_provider_index").on(table.providerCallId).where(sql`provider_call_id IS NOT NULL`),
    index("calls_running_index").on(table.createdAt).where(sql`status IN ('ringing', 'in_progress')`),
    oneOf("calls_type_check", table.type, callTypes),
    oneOf("calls_status_check", table.status, callStatuses),
    oneOf("calls_outcome_check", table.outcome, callOutcomes),
    oneOf("calls_owner_check", table.owner, callOwners),
    oneOf("calls_handoff_reason_check", table.handoffReason, handoffReasons),
    oneOf("calls_end_reason_check", table.endReason, callEndReasons),
  ],
);

/** The transcript. */
export const callTurns = pgTable(
  "call_turns",
  {
    id: primaryId(),
    callId: uuid("call_id")
      .notNull()
      .references(() => calls.id, { onDelete: "cascade" }),
    /** Unique in the call, because vendors repeat requests. */
    key: text("key").notNull(),
    speaker: text("speaker").notNull(),
    /** What was heard: of an interrupted turn, its beginning. */
    text: text("text").notNull(),
    /** Milliseconds since the call was answered. */
    atMs: integer("at_ms").notNull(),
    durationMs: integer("duration_ms"),
    language: text("language"),
    isInterrupted: boolean("is_interrupted").notNull().default(false),
    /** Labels for the reader: disclosure, opt_out, handoff, a fact, … */
    marks: text("marks").array().notNull().default(sql`'{}'::text[]`),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex("call_turns_key_index").on(table.callId, table.key),
    oneOf("call_turns_speaker_check", table.speaker, callSpeakers),
  ],
);

/** How the agent came to each of its answers. */
export const agentTurns = pgTable(
  "agent_turns",
  {
    id: primaryId(),
    callId: uuid("call_id").references(() => calls.id, { onDelete: "cascade" }),
    personId: uuid("person_id").references(() => people.id, { onDelete: "cascade" }),
    channel: text("channel").notNull(),
    epoch: integer("epoch").notNull(),
    /** What decided the answer: a policy, the script, or a model. */
    decidedBy: text("decided_by").notNull(),
    policy: text("policy"),
    vendor: text("vendor"),
    model: text("model"),
    promptVersion: text("prompt_version"),
    /** Milliseconds since the prompt came in: model first token, first piece sent, and others. */
    times: jsonb("times").$type<Record<string, number>>().notNull(),
    toolCalls: jsonb("tool_calls").$type<Record<string, unknown>[]>().notNull().default([]),
    /** Ids of the passages found. */
    passages: text("passages").array().notNull().default(sql`'{}'::text[]`),
    grounding: text("grounding"),
    failedChecks: text("failed_checks").array().notNull().default(sql`'{}'::text[]`),
    planned: text("planned").notNull().default(""),
    heard: text("heard"),
    cost: numeric("cost", { precision: 12, scale: 6 }),
    result: text("result").notNull().default("open"),
    createdAt: createdAt(),
  },
  (table) => [uniqueIndex("agent_turns_call_index").on(table.callId, table.epoch)],
);

/** The address of a voice socket: valid once, for one call. */
export const relaySessions = pgTable(
  "relay_sessions",
  {
    id: primaryId(),
    callId: uuid("call_id")
      .notNull()
      .references(() => calls.id, { onDelete: "cascade" }),
    /** SHA-256 of the token in the address. */
    tokenHash: text("token_hash").notNull(),
    /** The vendor's id of the call that may use it. */
    providerCallId: text("provider_call_id").notNull(),
    expiresAt: timestampMs("expires_at").notNull(),
    /** When a socket was opened with it. */
    openedAt: timestampMs("opened_at"),
    /** The vendor's id of the session; a reconnection has the same. */
    sessionId: text("session_id"),
    endedAt: timestampMs("ended_at"),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex("relay_sessions_token_index").on(table.tokenHash),
    index("relay_sessions_call_index").on(table.callId),
  ],
);

/** What operators do with running calls, until the process that holds the call has done it. */
export const callCommands = pgTable(
  "call_commands",
  {
    id: primaryId(),
    callId: uuid("call_id")
      .notNull()
      .references(() => calls.id, { onDelete: "cascade" }),
    command: jsonb("command").$type<CallSignal>().notNull(),
    userId: uuid("user_id").references(() => users.id, { onDelete: "set null" }),
    doneAt: timestampMs("done_at"),
    createdAt: createdAt(),
  },
  (table) => [index("call_commands_open_index").on(table.callId).where(sql`done_at IS NULL`)],
);

/** Appointments and callbacks that people asked for. */
export const personRequests = pgTable(
  "person_requests",
  {
    id: primaryId(),
    personId: uuid("person_id")
      .notNull()
      .references(() => people.id, { onDelete: "cascade" }),
    callId: uuid("call_id").references(() => calls.id, { onDelete: "set null" }),
    kind: text("kind").$type<PersonRequestKind>().notNull(),
    topic: text("topic").notNull().default(""),
    /** In the person's words or as a local date and time. */
    wanted: text("wanted").notNull().default(""),
    /** The words in which they asked. */
    quote: text("quote").notNull().default(""),
    status: text("status").$type<PersonRequestStatus>().notNull().default("requested"),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    index("person_requests_person_index").on(table.personId, table.createdAt.desc()),
    oneOf("person_requests_kind_check", table.kind, personRequestKinds),
    oneOf("person_requests_status_check", table.status, personRequestStatuses),
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
  goals: jsonb("goals").$type<ScriptGoal[]>().notNull().default([]),
  facts: jsonb("facts").$type<ScriptFact[]>().notNull().default([]),
  /** Entries of the knowledge base that the agent may use; empty means all. */
  knowledgeIds: uuid("knowledge_ids").array().notNull().default(sql`'{}'::uuid[]`),
  /** Increased by every save. */
  version: integer("version").notNull().default(1),
  enabled: boolean("enabled").notNull().default(true),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
});

/** Every saved version of a script, to compare and restore. */
export const scriptVersions = pgTable(
  "script_versions",
  {
    id: primaryId(),
    scriptId: uuid("script_id")
      .notNull()
      .references(() => scripts.id, { onDelete: "cascade" }),
    version: integer("version").notNull(),
    definition: jsonb("definition").$type<Record<string, unknown>>().notNull(),
    changedBy: uuid("changed_by").references(() => users.id, { onDelete: "set null" }),
    createdAt: createdAt(),
  },
  (table) => [uniqueIndex("script_versions_script_index").on(table.scriptId, table.version)],
);

/** Callers with which a script is tested, each with the result of its last run. */
export const testCallers = pgTable(
  "test_callers",
  {
    id: primaryId(),
    scriptId: uuid("script_id")
      .notNull()
      .references(() => scripts.id, { onDelete: "cascade" }),
    name: text("name").notNull(),
    language: text("language").$type<ScriptLanguage>().notNull(),
    turns: jsonb("turns").$type<TestTurn[]>().notNull(),
    /** Of the run that is under way; a result of an older run is not stored. */
    runId: uuid("run_id"),
    /** Null when no run is under way. */
    runState: text("run_state").$type<TestRunState>(),
    result: jsonb("result").$type<TestCallResult>(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    index("test_callers_script_index").on(table.scriptId),
    oneOf("test_callers_language_check", table.language, scriptLanguages),
    oneOf("test_callers_run_state_check", table.runState, testRunStates),
  ],
);

export const sipExtensions = pgTable(
  "sip_extensions",
  {
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
  },
  (table) => [oneOf("sip_extensions_transport_check", table.transport, sipTransports)],
);

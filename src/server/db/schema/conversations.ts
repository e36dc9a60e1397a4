import { sql } from "drizzle-orm";
import {
  boolean,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { channels, outreachChannels } from "#domain/channels/channel.ts";
import {
  type AutoReplyMode,
  autoReplyModes,
  type SuggestionState,
  suggestionStates,
} from "#domain/conversations/auto-reply.ts";
import {
  type EpisodeEnd,
  episodeEnds,
  type MessageDirection,
  messageDirections,
  type TaskMaker,
  type ThreadState,
  taskMakers,
  threadStates,
} from "#domain/conversations/thread-state.ts";
import { languages } from "#domain/language.ts";
import { users } from "./access.ts";
import { bytes, createdAt, oneOf, primaryId, timestampMs, updatedAt } from "./columns.ts";
import { actions } from "./delivery.ts";
import { blobs } from "./ingestion.ts";
import { people } from "./people.ts";
import { sequenceRuns } from "./sequences.ts";
import { teams } from "./team.ts";

const personId = () =>
  uuid("person_id")
    .notNull()
    .references(() => people.id, { onDelete: "cascade" });

/** The conversation with a person over all channels. A person without one has neither written nor been written to by hand. */
export const threads = pgTable(
  "threads",
  {
    personId: uuid("person_id")
      .primaryKey()
      .references(() => people.id, { onDelete: "cascade" }),
    state: text("state").$type<ThreadState>().notNull().default("open"),
    ownerId: uuid("owner_id").references(() => users.id, { onDelete: "set null" }),
    /** The team whose members may take it while it has no owner. */
    teamId: uuid("team_id").references(() => teams.id, { onDelete: "set null" }),
    /** The first message of the person that no human has answered. */
    waitingSince: timestampMs("waiting_since"),
    snoozedUntil: timestampMs("snoozed_until"),
    snoozedBy: uuid("snoozed_by").references(() => users.id, { onDelete: "set null" }),
    wakesOnReply: boolean("wakes_on_reply").notNull().default(true),
    lastItemAt: timestampMs("last_item_at").notNull().defaultNow(),
    /** The newest message, call or note, cut for the list. */
    lastText: text("last_text"),
    lastChannel: text("last_channel"),
    lastDirection: text("last_direction").$type<MessageDirection>(),
    lastInboundAt: timestampMs("last_inbound_at"),
    /** The newest word of a human of the business. */
    lastHumanAt: timestampMs("last_human_at"),
    /** Automation waits until then, because a human of the business has the conversation. */
    takenUntil: timestampMs("taken_until"),
    takenBy: uuid("taken_by").references(() => users.id, { onDelete: "set null" }),
    /** Inbound messages are kept, but do not open it. */
    muted: boolean("muted").notNull().default(false),
    /** A reply may be an opt-out, until an operator has decided. */
    underReview: boolean("under_review").notNull().default(false),
    /** The newest outbound message failed, was blocked, or its outcome is unknown. */
    notSent: boolean("not_sent").notNull().default(false),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    index("threads_state_index").on(table.state, table.lastItemAt.desc(), table.personId),
    index("threads_owner_index").on(table.ownerId, table.state, table.lastItemAt.desc(), table.personId),
    index("threads_team_index")
      .on(table.teamId, table.state, table.lastItemAt.desc(), table.personId)
      .where(sql`team_id IS NOT NULL`),
    index("threads_team_unassigned_index")
      .on(table.teamId, table.lastItemAt.desc(), table.personId)
      .where(sql`team_id IS NOT NULL AND owner_id IS NULL AND state = 'open'`),
    index("threads_team_waiting_index")
      .on(table.teamId, table.waitingSince, table.personId)
      .where(sql`team_id IS NOT NULL AND waiting_since IS NOT NULL AND state = 'open'`),
    index("threads_unassigned_index")
      .on(table.lastItemAt.desc(), table.personId)
      .where(sql`owner_id IS NULL AND state = 'open'`),
    index("threads_waiting_index")
      .on(table.waitingSince, table.personId)
      .where(sql`waiting_since IS NOT NULL AND state = 'open'`),
    index("threads_snoozed_index").on(table.snoozedUntil, table.personId).where(sql`state = 'snoozed'`),
    index("threads_review_index").on(table.lastItemAt.desc(), table.personId).where(sql`under_review`),
    index("threads_not_sent_index").on(table.lastItemAt.desc(), table.personId).where(sql`not_sent`),
    oneOf("threads_state_check", table.state, threadStates),
    oneOf("threads_direction_check", table.lastDirection, messageDirections),
  ],
);

/** One matter of a thread, from its opening to its end. */
export const episodes = pgTable(
  "episodes",
  {
    id: primaryId(),
    personId: personId(),
    openedAt: timestampMs("opened_at").notNull(),
    /** The event, call or action that opened it. */
    openedBy: uuid("opened_by"),
    openedChannel: text("opened_channel"),
    firstAnswerAt: timestampMs("first_answer_at"),
    firstAnswerBy: uuid("first_answer_by").references(() => users.id, { onDelete: "set null" }),
    closedAt: timestampMs("closed_at"),
    closedBy: uuid("closed_by").references(() => users.id, { onDelete: "set null" }),
    how: text("how").$type<EpisodeEnd>(),
  },
  (table) => [
    index("episodes_person_index").on(table.personId, table.openedAt.desc()),
    uniqueIndex("episodes_open_index").on(table.personId).where(sql`closed_at IS NULL`),
    index("episodes_opened_index").on(table.openedAt.desc()),
    oneOf("episodes_how_check", table.how, episodeEnds),
  ],
);

/** Until when a user has read a thread. */
export const threadReads = pgTable(
  "thread_reads",
  {
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    personId: personId(),
    readAt: timestampMs("read_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.personId] }),
    index("thread_reads_person_index").on(table.personId),
  ],
);

/** What was written in either direction, for search over all conversations. Its id is that of the event, action, call or note. */
export const messages = pgTable(
  "messages",
  {
    id: uuid("id").primaryKey(),
    personId: personId(),
    at: timestampMs("at").notNull(),
    direction: text("direction").$type<MessageDirection>().notNull(),
    channel: text("channel").notNull(),
    text: text("text").notNull(),
  },
  (table) => [
    // Words that are too short or too common for the text index are looked for from the newest on.
    index("messages_time_index").on(table.at.desc(), table.id.desc()),
    index("messages_person_index").on(table.personId, table.at.desc(), table.id.desc()),
    index("messages_text_index").using("gin", sql`fold_text(${table.text}) gin_trgm_ops`),
    oneOf("messages_direction_check", table.direction, messageDirections),
  ],
);

/** What colleagues tell each other about a person; never sent. */
export const notes = pgTable(
  "notes",
  {
    id: primaryId(),
    personId: personId(),
    userId: uuid("user_id").references(() => users.id, { onDelete: "set null" }),
    text: text("text").notNull(),
    mentions: uuid("mentions").array().notNull().default(sql`'{}'::uuid[]`),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [index("notes_person_index").on(table.personId, table.createdAt.desc())],
);

export const tasks = pgTable(
  "tasks",
  {
    id: primaryId(),
    personId: personId(),
    title: text("title").notNull(),
    dueAt: timestampMs("due_at"),
    ownerId: uuid("owner_id").references(() => users.id, { onDelete: "set null" }),
    doneAt: timestampMs("done_at"),
    doneBy: uuid("done_by").references(() => users.id, { onDelete: "set null" }),
    madeBy: text("made_by").$type<TaskMaker>().notNull().default("user"),
    createdBy: uuid("created_by").references(() => users.id, { onDelete: "set null" }),
    /** The run of a sequence that waits until it is done. */
    runId: uuid("run_id").references(() => sequenceRuns.id, { onDelete: "set null" }),
    /** When its owner was reminded. */
    remindedAt: timestampMs("reminded_at"),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    index("tasks_person_index").on(table.personId, table.dueAt),
    index("tasks_owner_index").on(table.ownerId, table.dueAt).where(sql`done_at IS NULL`),
    index("tasks_run_index").on(table.runId).where(sql`run_id IS NOT NULL`),
    index("tasks_done_index").on(table.doneAt).where(sql`done_at IS NOT NULL`),
    index("tasks_due_index").on(table.dueAt).where(sql`done_at IS NULL AND reminded_at IS NULL`),
    oneOf("tasks_made_by_check", table.madeBy, taskMakers),
  ],
);

/** What a user has begun to write to a person. */
export const drafts = pgTable(
  "drafts",
  {
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    personId: personId(),
    channel: text("channel"),
    subject: text("subject"),
    text: text("text").notNull(),
    fileIds: uuid("file_ids").array().notNull().default(sql`'{}'::uuid[]`),
    updatedAt: updatedAt(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.personId] }),
    index("drafts_person_index").on(table.personId),
    oneOf("drafts_channel_check", table.channel, channels),
  ],
);

export const savedReplies = pgTable(
  "saved_replies",
  {
    id: primaryId(),
    name: text("name").notNull(),
    language: text("language").notNull(),
    text: text("text").notNull(),
    createdBy: uuid("created_by").references(() => users.id, { onDelete: "set null" }),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    uniqueIndex("saved_replies_name_index").on(sql`lower(${table.name})`, table.language),
    oneOf("saved_replies_language_check", table.language, languages),
  ],
);

/** Files that go out with a message; their content is a blob. */
export const outgoingFiles = pgTable(
  "outgoing_files",
  {
    id: primaryId(),
    personId: personId(),
    /** Null until the message is sent. */
    actionId: uuid("action_id").references(() => actions.id, { onDelete: "cascade" }),
    sha256: bytes("sha256")
      .notNull()
      .references(() => blobs.sha256),
    filename: text("filename").notNull(),
    contentType: text("content_type").notNull(),
    size: integer("size").notNull(),
    uploadedBy: uuid("uploaded_by").references(() => users.id, { onDelete: "set null" }),
    createdAt: createdAt(),
  },
  (table) => [
    index("outgoing_files_action_index").on(table.actionId).where(sql`action_id IS NOT NULL`),
    index("outgoing_files_person_index").on(table.personId),
    index("outgoing_files_content_index").on(table.sha256),
    index("outgoing_files_unsent_index").on(table.createdAt).where(sql`action_id IS NULL`),
  ],
);

/** What happens with the suggested answer to messages of a channel and an intent; no row is `off`. */
export const autoReplyRules = pgTable(
  "auto_reply_rules",
  {
    channel: text("channel").notNull(),
    intent: text("intent").notNull(),
    mode: text("mode").$type<AutoReplyMode>().notNull(),
    updatedAt: updatedAt(),
  },
  (table) => [
    primaryKey({ columns: [table.channel, table.intent] }),
    oneOf("auto_reply_rules_channel_check", table.channel, outreachChannels),
    oneOf("auto_reply_rules_mode_check", table.mode, autoReplyModes),
  ],
);

/** A suggested answer to an inbound message, by a model or from the knowledge base alone. */
export const replySuggestions = pgTable(
  "reply_suggestions",
  {
    id: primaryId(),
    personId: personId(),
    /** The newest item of the thread that it answers. */
    answersId: uuid("answers_id"),
    channel: text("channel").notNull(),
    language: text("language").notNull(),
    text: text("text").notNull(),
    /** The passages that its statements rest on, numbered as in the text. */
    sources: jsonb("sources").$type<Record<string, unknown>[]>().notNull().default([]),
    /** What code verified, and what it refused. */
    checks: jsonb("checks").$type<Record<string, unknown>[]>().notNull().default([]),
    /** Null where no model was asked. */
    vendor: text("vendor"),
    model: text("model"),
    isSimulated: boolean("is_simulated").notNull().default(false),
    cost: numeric("cost", { precision: 12, scale: 6 }),
    latencyMs: integer("latency_ms"),
    state: text("state").$type<SuggestionState>().notNull().default("open"),
    actionId: uuid("action_id").references(() => actions.id, { onDelete: "set null" }),
    createdAt: createdAt(),
  },
  (table) => [
    index("reply_suggestions_person_index").on(table.personId, table.createdAt.desc()),
    oneOf("reply_suggestions_channel_check", table.channel, channels),
    oneOf("reply_suggestions_state_check", table.state, suggestionStates),
  ],
);

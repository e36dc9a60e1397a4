import { sql } from "drizzle-orm";
import { index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import {
  type ExternalTaskMaker,
  type ExternalTaskState,
  externalTaskMakers,
  externalTaskStates,
  type WorkKind,
  type WorkState,
  workKinds,
  workStates,
} from "#domain/integrations/integration-work.ts";
import { users } from "./access.ts";
import { bytes, createdAt, oneOf, primaryId, timestampMs, updatedAt } from "./columns.ts";
import { tasks } from "./conversations.ts";
import { people } from "./people.ts";

/**
 * What was accepted from vendors of work and what waits to be sent to them. Its own queue: a row is claimed until
 * `due_at`, and a row whose process died is due again then.
 */
export const integrationWork = pgTable(
  "integration_work",
  {
    id: primaryId(),
    service: text("service").notNull(),
    kind: text("kind").$type<WorkKind>().notNull(),
    /** The vendor's own id of what it reported: a second report of it is not stored. */
    key: text("key"),
    personId: uuid("person_id").references(() => people.id, { onDelete: "cascade" }),
    /** Emptied once it is done. */
    payload: jsonb("payload").$type<Record<string, unknown>>().notNull(),
    state: text("state").$type<WorkState>().notNull().default("waiting"),
    attempts: integer("attempts").notNull().default(0),
    dueAt: timestampMs("due_at").notNull().defaultNow(),
    /** Set while a process works on it. */
    startedAt: timestampMs("started_at"),
    error: text("error"),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    uniqueIndex("integration_work_key_index")
      .on(table.service, table.kind, table.key)
      .where(sql`key IS NOT NULL`),
    index("integration_work_due_index").on(table.service, table.dueAt).where(sql`state = 'waiting'`),
    index("integration_work_person_index").on(table.personId).where(sql`person_id IS NOT NULL`),
    index("integration_work_failed_index")
      .on(table.service, table.updatedAt.desc())
      .where(sql`state = 'failed'`),
    oneOf("integration_work_kind_check", table.kind, workKinds),
    oneOf("integration_work_state_check", table.state, workStates),
  ],
);

/** Where notices of a kind go; the kind `rule` is what rules post. */
export const chatRoutes = pgTable(
  "chat_routes",
  {
    service: text("service").notNull(),
    kind: text("kind").notNull(),
    channel: text("channel").notNull(),
  },
  (table) => [primaryKey({ columns: [table.service, table.kind] })],
);

/** The user whose account of a chat this is, as both proved by a code. */
export const chatUsers = pgTable(
  "chat_users",
  {
    service: text("service").notNull(),
    externalId: text("external_id").notNull(),
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    /** Null where an administrator entered it, as earlier versions allowed: its replies are not sent. */
    linkedAt: timestampMs("linked_at"),
  },
  (table) => [
    primaryKey({ columns: [table.service, table.externalId] }),
    uniqueIndex("chat_users_user_index").on(table.service, table.userId),
  ],
);

/** A code that a user sends from their account of a chat to link it; the newest of a user counts, once. */
export const chatLinkCodes = pgTable(
  "chat_link_codes",
  {
    service: text("service").notNull(),
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    codeHash: bytes("code_hash").notNull(),
    expiresAt: timestampMs("expires_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.service, table.userId] }),
    uniqueIndex("chat_link_codes_hash_index").on(table.codeHash),
  ],
);

/** A message about a person that was posted in a chat; replies to it reach the conversation. */
export const chatThreads = pgTable(
  "chat_threads",
  {
    id: primaryId(),
    service: text("service").notNull(),
    channel: text("channel").notNull(),
    /** The id that the chat gave the first message: Slack's timestamp, Telegram's message id. */
    threadId: text("thread_id").notNull(),
    personId: uuid("person_id")
      .notNull()
      .references(() => people.id, { onDelete: "cascade" }),
    /** The newest item of the conversation that readers of the chat know. */
    seenUpTo: text("seen_up_to"),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex("chat_threads_thread_index").on(table.service, table.channel, table.threadId),
    index("chat_threads_person_index").on(table.personId),
  ],
);

/** Tasks about people in other systems. */
export const externalTasks = pgTable(
  "external_tasks",
  {
    id: primaryId(),
    service: text("service").notNull(),
    personId: uuid("person_id")
      .notNull()
      .references(() => people.id, { onDelete: "cascade" }),
    /** Our own task of the same matter, which is done when the other is. */
    taskId: uuid("task_id").references(() => tasks.id, { onDelete: "set null" }),
    title: text("title").notNull(),
    madeBy: text("made_by").$type<ExternalTaskMaker>().notNull(),
    createdBy: uuid("created_by").references(() => users.id, { onDelete: "set null" }),
    state: text("state").$type<ExternalTaskState>().notNull().default("waiting"),
    externalId: text("external_id"),
    url: text("url"),
    error: text("error"),
    completedAt: timestampMs("completed_at"),
    /** When the vendor was last asked for its state. */
    checkedAt: timestampMs("checked_at"),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    uniqueIndex("external_tasks_external_index")
      .on(table.service, table.externalId)
      .where(sql`external_id IS NOT NULL`),
    index("external_tasks_person_index").on(table.personId, table.createdAt.desc()),
    index("external_tasks_open_index").on(table.checkedAt).where(sql`state = 'open'`),
    oneOf("external_tasks_made_by_check", table.madeBy, externalTaskMakers),
    oneOf("external_tasks_state_check", table.state, externalTaskStates),
  ],
);

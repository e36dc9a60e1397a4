import { sql } from "drizzle-orm";
import {
  customType,
  date,
  index,
  integer,
  pgTable,
  real,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { knowledgeKinds, knowledgeStatuses } from "#domain/agent/knowledge.ts";
import { channels } from "#domain/channels/channel.ts";
import { languages } from "#domain/language.ts";
import { users } from "./access.ts";
import { createdAt, oneOf, primaryId, timestampMs, updatedAt } from "./columns.ts";
import { people } from "./people.ts";
import { calls } from "./voice.ts";

const tsvector = customType<{ data: string }>({ dataType: () => "tsvector" });

/** Questions with answers, and documents, that the agent may answer from. */
export const knowledgeEntries = pgTable(
  "knowledge_entries",
  {
    id: primaryId(),
    kind: text("kind").notNull(),
    /** The question, or the name of the document. */
    title: text("title").notNull(),
    /** The answer, or the document as text or Markdown. */
    body: text("body").notNull(),
    /** Null where it is for both languages. */
    language: text("language"),
    status: text("status").notNull().default("approved"),
    validFrom: date("valid_from"),
    validTo: date("valid_to"),
    /** Where it comes from, for the reader. */
    source: text("source"),
    changedBy: uuid("changed_by").references(() => users.id, { onDelete: "set null" }),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    index("knowledge_entries_updated_index").on(table.updatedAt.desc()),
    oneOf("knowledge_entries_kind_check", table.kind, knowledgeKinds),
    oneOf("knowledge_entries_status_check", table.status, knowledgeStatuses),
    oneOf("knowledge_entries_language_check", table.language, languages),
  ],
);

/** What is searched: a question with its answer, or a section of a document. */
export const knowledgePassages = pgTable(
  "knowledge_passages",
  {
    id: primaryId(),
    entryId: uuid("entry_id")
      .notNull()
      .references(() => knowledgeEntries.id, { onDelete: "cascade" }),
    position: integer("position").notNull(),
    title: text("title").notNull(),
    body: text("body").notNull(),
    /** In both languages and, for names and misspelt accents, without any grammar. */
    search: tsvector("search")
      .notNull()
      .generatedAlwaysAs(
        sql`setweight(to_tsvector('english', title), 'A') || setweight(to_tsvector('spanish', title), 'A') || setweight(to_tsvector('simple', fold_text(title)), 'A') || setweight(to_tsvector('english', body), 'B') || setweight(to_tsvector('spanish', body), 'B') || setweight(to_tsvector('simple', fold_text(body)), 'B')`,
      ),
    embedding: real("embedding").array(),
    embeddingModel: text("embedding_model"),
  },
  (table) => [
    uniqueIndex("knowledge_passages_entry_index").on(table.entryId, table.position),
    index("knowledge_passages_search_index").using("gin", table.search),
  ],
);

/** Every word of the passages, in lower case without accents, to find what a misspelt word meant. */
export const knowledgeWords = pgTable("knowledge_words", { word: text("word").primaryKey() }, (table) => [
  index("knowledge_words_trigram_index").using("gin", sql`${table.word} gin_trgm_ops`),
]);

/** What people asked and the knowledge base does not answer. */
export const unansweredQuestions = pgTable(
  "unanswered_questions",
  {
    id: primaryId(),
    question: text("question").notNull(),
    language: text("language"),
    personId: uuid("person_id").references(() => people.id, { onDelete: "cascade" }),
    callId: uuid("call_id").references(() => calls.id, { onDelete: "cascade" }),
    channel: text("channel").notNull().default("voice_agent"),
    /** The message that asked it, which may be deleted before it. */
    messageId: uuid("message_id"),
    /** What it asks for, by which it is grouped; null for those of earlier versions. */
    terms: text("terms").array(),
    /** Answered by an entry, or dismissed by an operator. */
    resolvedAt: timestampMs("resolved_at"),
    /** Of all that were dismissed at once, so that it can be taken back; null for those that an entry answers. */
    dismissalId: uuid("dismissal_id"),
    createdAt: createdAt(),
  },
  (table) => [
    index("unanswered_questions_open_index").on(table.createdAt.desc()).where(sql`resolved_at IS NULL`),
    index("unanswered_questions_person_index").on(table.personId),
    index("unanswered_questions_created_index").on(table.createdAt),
    index("unanswered_questions_dismissal_index").on(table.dismissalId).where(sql`dismissal_id IS NOT NULL`),
    uniqueIndex("unanswered_questions_message_index").on(table.messageId).where(sql`message_id IS NOT NULL`),
    oneOf("unanswered_questions_channel_check", table.channel, channels),
  ],
);

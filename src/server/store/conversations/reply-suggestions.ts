import { sql } from "drizzle-orm";
import type { ReplySuggestion } from "#contract/inbox-ai.ts";
import type { Channel } from "#domain/channels/channel.ts";
import type { SuggestionState } from "#domain/conversations/auto-reply.ts";
import type { CitedSource } from "#domain/inbox-ai/reply-source.ts";
import type { Language } from "#domain/language.ts";
import type { ReadIntent } from "#domain/reading/labels.ts";
import type { MessageReading } from "#domain/reading/read-message.ts";
import type { Reader, Tx } from "#server/db/database.ts";
import { newId } from "#server/db/id.ts";

/** A check of the answer's text, or the reason why it was not sent by itself. */
export type StoredCheck = { check: string; ok: boolean; detail: string | null };

export type NewSuggestion = {
  personId: string;
  answersId: string;
  channel: Channel;
  language: Language;
  text: string;
  sources: CitedSource[];
  checks: StoredCheck[];
  vendor: string | null;
  model: string | null;
  isSimulated: boolean;
  cost: number | null;
  latencyMs: number;
};

const columns = sql`s.id, s.answers_id AS "answersId", s.channel, s.language, s.text, s.sources, s.checks, s.vendor, s.model,
  s.is_simulated AS "isSimulated", s.cost::float8 AS cost, s.latency_ms AS "latencyMs", s.state, s.created_at AS "createdAt"`;

const toSuggestion = (row: ReplySuggestion): ReplySuggestion => ({
  ...row,
  createdAt: new Date(row.createdAt).toISOString(),
});

/** The newest message of a person, with its readings. */
export type NewestInbound = {
  id: string;
  personId: string;
  channel: string;
  text: string;
  subject: string | null;
  /** Where it came from, and our address. */
  from: string | null;
  to: string | null;
  isAutomatic: boolean;
  hasFiles: boolean;
  local: MessageReading | null;
  refinedIntent: ReadIntent | null;
  firstName: string | null;
  lastName: string | null;
  personLanguage: string | null;
};

const newestInboundId = (personId: string) => sql`(
  SELECT m.id FROM messages m WHERE m.person_id = ${personId} AND m.direction = 'in'
   ORDER BY m.at DESC NULLS LAST, m.id DESC NULLS LAST LIMIT 1)`;

export const findNewestInbound = async (db: Reader, personId: string): Promise<NewestInbound | undefined> => {
  const { rows } = await db.execute<NewestInbound>(sql`
    SELECT m.id, m.person_id AS "personId", m.channel, m.text,
           coalesce(e.processed_data #>> '{event,subject}', e.raw_data ->> 'subject') AS subject,
           CASE WHEN m.channel = 'x' THEN e.raw_data ->> 'address'
                WHEN jsonb_typeof(e.raw_data -> 'from') = 'string' THEN e.raw_data ->> 'from'
                WHEN jsonb_typeof(e.raw_data -> 'from') = 'object' THEN e.raw_data #>> '{from,address}' END AS "from",
           CASE jsonb_typeof(e.raw_data -> 'to') WHEN 'string' THEN e.raw_data ->> 'to'
             WHEN 'array' THEN e.raw_data #>> '{to,0,address}' END AS "to",
           coalesce(e.event_type = 'email_auto_reply' OR e.raw_data #>> '{automatic,is}' = 'true', false) AS "isAutomatic",
           EXISTS (SELECT FROM event_files f WHERE f.event_id = e.id) AS "hasFiles",
           r.local, r.refined ->> 'intent' AS "refinedIntent",
           p.first_name AS "firstName", p.last_name AS "lastName", p.language AS "personLanguage"
      FROM messages m JOIN people p ON p.id = m.person_id LEFT JOIN events e ON e.id = m.id
      LEFT JOIN message_readings r ON r.event_id = m.id
     WHERE m.id = ${newestInboundId(personId)}`);
  return rows[0];
};

/** The open suggestion to the newest message. */
export const findOpenSuggestion = async (
  db: Reader,
  personId: string,
): Promise<ReplySuggestion | undefined> => {
  const { rows } = await db.execute<ReplySuggestion>(sql`
    SELECT ${columns} FROM reply_suggestions s
     WHERE s.person_id = ${personId} AND s.state = 'open' AND s.answers_id = ${newestInboundId(personId)}
     ORDER BY s.created_at DESC, s.id DESC LIMIT 1`);
  return rows[0] && toSuggestion(rows[0]);
};

/** Stores a suggestion instead of the open one. Undefined where a newer message came meanwhile. */
export const insertSuggestion = async (
  tx: Tx,
  suggestion: NewSuggestion,
  state: Extract<SuggestionState, "open" | "sent">,
): Promise<ReplySuggestion | undefined> => {
  const { personId, answersId, channel, language, text, vendor, model, isSimulated, cost, latencyMs } =
    suggestion;
  // The lock that every new message of the thread takes, too.
  await tx.execute(sql`SELECT FROM threads WHERE person_id = ${personId} FOR UPDATE`);
  await tx.execute(sql`
    UPDATE reply_suggestions SET state = 'outdated' WHERE person_id = ${personId} AND state = 'open'`);
  const { rows } = await tx.execute<ReplySuggestion>(sql`
    INSERT INTO reply_suggestions AS s (id, person_id, answers_id, channel, language, text, sources, checks, vendor, model,
                                   is_simulated, cost, latency_ms, state)
    SELECT ${newId()}, ${personId}, ${answersId}::uuid, ${channel}, ${language}, ${text},
           ${JSON.stringify(suggestion.sources)}::jsonb, ${JSON.stringify(suggestion.checks)}::jsonb, ${vendor}, ${model},
           ${isSimulated}, ${cost}::numeric, ${latencyMs}, ${state}
     WHERE ${newestInboundId(personId)} = ${answersId}::uuid
    RETURNING ${columns}`);
  return rows[0] && toSuggestion(rows[0]);
};

/** False where it is not open any more. */
export const decideSuggestion = async (
  tx: Tx,
  id: string,
  state: Extract<SuggestionState, "used" | "dismissed">,
): Promise<boolean> => {
  const { rows } = await tx.execute(sql`
    UPDATE reply_suggestions SET state = ${state} WHERE id = ${id} AND state IN ('open', ${state}) RETURNING id`);
  return rows.length > 0;
};

export const hasSuggestion = async (db: Reader, id: string): Promise<boolean> => {
  const { rows } = await db.execute(sql`SELECT FROM reply_suggestions WHERE id = ${id}`);
  return rows.length > 0;
};

/** The message that the suggestion became. */
export const setSuggestionAction = async (tx: Tx, id: string, actionId: string): Promise<void> => {
  await tx.execute(sql`UPDATE reply_suggestions SET action_id = ${actionId} WHERE id = ${id}`);
};

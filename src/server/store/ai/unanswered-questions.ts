import { sql } from "drizzle-orm";
import type { Channel } from "#domain/channels/channel.ts";
import { askedWords } from "#domain/knowledge/asked-words.ts";
import { commonWording, groupQuestions, questionTerms } from "#domain/knowledge/group-questions.ts";
import type { Reader, Tx } from "#server/db/database.ts";
import { newId } from "#server/db/id.ts";

/** A question that the knowledge base did not answer, as it was asked in a call or a message. */
export type UnansweredQuestion = {
  question: string;
  language: string | null;
  personId: string | null;
  channel: Channel;
  callId: string | null;
  messageId: string | null;
};

/** Keeps what the base does not answer, once for each call and each message. */
export const recordUnanswered = async (
  tx: Tx,
  { question: text, language, personId, channel, callId, messageId }: UnansweredQuestion,
): Promise<void> => {
  const question = askedWords(text);
  if (question === "") return;
  await tx.execute(sql`
    INSERT INTO unanswered_questions (question, language, person_id, channel, call_id, message_id, terms)
    SELECT ${question}::text, ${language}::text, ${personId}::uuid, ${channel}::text, ${callId}::uuid, ${messageId}::uuid,
           ${sql.param(questionTerms(question))}::text[]
     WHERE NOT EXISTS (
       SELECT FROM unanswered_questions
        WHERE resolved_at IS NULL AND call_id IS NOT DISTINCT FROM ${callId}::uuid
          AND message_id IS NOT DISTINCT FROM ${messageId}::uuid AND person_id IS NOT DISTINCT FROM ${personId}::uuid
          AND fold_text(question) = fold_text(${question}))
    ON CONFLICT (message_id) WHERE message_id IS NOT NULL DO NOTHING`);
};

export type AskedQuestion = {
  id: string;
  question: string;
  language: string | null;
  personId: string | null;
  personName: string | null;
  channel: Channel;
  terms: string[];
  /** Milliseconds since 1970. */
  at: number;
};

type OpenQuestionGroup = {
  /** Of the question that was asked first: it stays the same when another one joins the group. */
  id: string;
  question: string;
  language: string | null;
  times: number;
  people: number;
  /** The newest first. */
  asked: AskedQuestion[];
};

/** Open questions are grouped in the process; of more than these, the oldest are left for later. */
const maxGrouped = 5000;
const maxListed = 200;

const readOpenQuestions = async (db: Reader): Promise<AskedQuestion[]> => {
  const { rows } = await db.execute<Omit<AskedQuestion, "terms"> & { terms: string[] | null }>(sql`
    SELECT q.id, q.question, q.language, q.person_id AS "personId", q.channel, q.terms,
           nullif(trim(concat_ws(' ', p.first_name, p.last_name)), '') AS "personName",
           (extract(epoch FROM q.created_at) * 1000)::float8 AS at
      FROM unanswered_questions q LEFT JOIN people p ON p.id = q.person_id
     WHERE q.resolved_at IS NULL ORDER BY q.created_at DESC, q.id DESC LIMIT ${maxGrouped}`);
  return rows.map((row) => ({ ...row, terms: row.terms ?? questionTerms(row.question) }));
};

/** Open questions that ask for about the same, those asked most often first. */
export const listOpenQuestions = async (db: Reader): Promise<OpenQuestionGroup[]> =>
  groupQuestions(await readOpenQuestions(db))
    .slice(0, maxListed)
    .flatMap((asked) => {
      const shown = commonWording(asked);
      const first = asked.at(-1);
      if (!shown || !first) return [];
      const { question, language } = shown;
      const people = new Set(asked.map(({ personId, id }) => personId ?? id)).size;
      return [{ id: first.id, question, language, times: asked.length, people, asked }];
    });

/** Closes an open question and those that are like it. False when it is not open. */
const resolveGroup = async (tx: Tx, id: string, dismissalId: string | null): Promise<boolean> => {
  const open = groupQuestions(await readOpenQuestions(tx)).find((group) =>
    group.some((one) => one.id === id),
  );
  const ids = open?.map((one) => one.id) ?? [id];
  const { rows } = await tx.execute<{ id: string }>(sql`
    UPDATE unanswered_questions SET resolved_at = now(), dismissal_id = ${dismissalId}::uuid
     WHERE id = ANY(${sql.param(ids)}::uuid[]) AND resolved_at IS NULL RETURNING id`);
  return rows.some((row) => row.id === id);
};

/** An entry of the knowledge base answers the question and those that are like it. */
export const closeAnsweredQuestions = (tx: Tx, id: string): Promise<boolean> => resolveGroup(tx, id, null);

export const dismissQuestions = (tx: Tx, id: string): Promise<boolean> => resolveGroup(tx, id, newId());

/** Takes a dismissal back, for all questions that it closed. False where the question was not dismissed. */
export const reopenQuestions = async (tx: Tx, id: string): Promise<boolean> => {
  const { rowCount } = await tx.execute(sql`
    UPDATE unanswered_questions SET resolved_at = NULL, dismissal_id = NULL
     WHERE dismissal_id = (SELECT dismissal_id FROM unanswered_questions WHERE id = ${id})`);
  return (rowCount ?? 0) > 0;
};

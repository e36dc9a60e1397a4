import { sql } from "drizzle-orm";
import type { Reader, Tx } from "#server/db/database.ts";

export type OpenQuestionRow = {
  id: string;
  question: string;
  language: string | null;
  personId: string | null;
  personName: string | null;
  times: number;
  lastAskedAt: Date;
};

const maxListed = 200;

/** Open questions, each once however often it was asked, the newest first. */
export const listOpenQuestions = async (db: Reader): Promise<OpenQuestionRow[]> => {
  const { rows } = await db.execute<Omit<OpenQuestionRow, "lastAskedAt"> & { lastAskedAt: string }>(sql`
    SELECT q.id, q.question, q.language, q.person_id AS "personId", q.times,
           nullif(trim(concat_ws(' ', p.first_name, p.last_name)), '') AS "personName", q.created_at AS "lastAskedAt"
      FROM (
        SELECT DISTINCT ON (fold_text(question)) *, count(*) OVER (PARTITION BY fold_text(question))::int AS times
          FROM unanswered_questions WHERE resolved_at IS NULL
         ORDER BY fold_text(question), created_at DESC) q
      LEFT JOIN people p ON p.id = q.person_id
     ORDER BY q.created_at DESC LIMIT ${maxListed}`);
  return rows.map((row) => ({ ...row, lastAskedAt: new Date(row.lastAskedAt) }));
};

/** Closes a question wherever it was asked in the same words. Undefined when it is not open. */
export const resolveQuestion = async (tx: Tx, id: string): Promise<string | undefined> => {
  const { rows } = await tx.execute<{ id: string; question: string }>(sql`
    UPDATE unanswered_questions SET resolved_at = now()
     WHERE resolved_at IS NULL
       AND fold_text(question) = (SELECT fold_text(question) FROM unanswered_questions WHERE id = ${id})
    RETURNING id, question`);
  return rows.find((row) => row.id === id)?.question;
};

import { sql } from "drizzle-orm";
import type { AutoReplyCase } from "#domain/inbox-ai/decide-auto-reply.ts";
import { autoReplyLimits } from "#domain/inbox-ai/decide-auto-reply.ts";
import type { Tx } from "#server/db/database.ts";

/** A draft that was changed so recently belongs to a colleague who is writing. */
const writingMinutes = 5;

type AutoReplyFacts = Pick<AutoReplyCase, "thread" | "sent"> & {
  isFirstMessage: boolean;
  /** A suggestion to this message was made before. */
  hasSuggestion: boolean;
};

type FactsRow = Omit<AutoReplyCase["thread"], "takenUntil"> &
  AutoReplyCase["sent"] & { takenUntil: number | null; isFirstMessage: boolean; hasSuggestion: boolean };

/** What decides whether a message is answered automatically. Locks the thread until the transaction ends. */
export const lockAutoReplyFacts = async (
  tx: Tx,
  personId: string,
  messageId: string,
): Promise<AutoReplyFacts | undefined> => {
  await tx.execute(sql`SELECT FROM threads WHERE person_id = ${personId} FOR UPDATE`);
  const { rows } = await tx.execute<FactsRow>(sql`
    WITH answer AS (
      SELECT id, caused_by, created_at, executed_at, config ->> 'text' AS text FROM actions
       WHERE person_id = ${personId} AND created_at > now() - interval '1 day' AND config ? 'ai' AND status <> 'cancelled')
    SELECT (extract(epoch FROM t.taken_until) * 1000)::float8 AS "takenUntil", t.muted, t.under_review AS "underReview",
           EXISTS (SELECT FROM tasks k WHERE k.person_id = t.person_id AND k.made_by = 'handoff' AND k.done_at IS NULL) AS "isHandedOver",
           EXISTS (SELECT FROM drafts d WHERE d.person_id = t.person_id AND d.updated_at > now() - make_interval(mins => ${writingMinutes}))
             AS "isBeingWritten",
           EXISTS (SELECT FROM messages n WHERE n.person_id = t.person_id AND n.direction <> 'note' AND n.id <> m.id
                      AND (n.at, n.id) > (m.at, m.id)) AS "hasNewerItem",
           (SELECT count(*)::int FROM answer WHERE caused_by = m.id) AS "toThis",
           (SELECT count(*)::int FROM answer) AS "inDay",
           (SELECT count(*)::int FROM answer WHERE created_at > coalesce(t.last_human_at, '-infinity')) AS "sinceHuman",
           (SELECT count(*)::int FROM answer a JOIN messages f ON f.person_id = t.person_id AND f.direction = 'in'
             AND f.at BETWEEN a.executed_at AND a.executed_at + make_interval(secs => ${autoReplyLimits.fastMs / 1000})) AS "fastInbound",
           (SELECT coalesce(jsonb_agg(text), '[]') FROM answer) AS texts,
           NOT EXISTS (SELECT FROM messages b WHERE b.person_id = t.person_id AND (b.at, b.id) < (m.at, m.id)) AS "isFirstMessage",
           EXISTS (SELECT FROM reply_suggestions s WHERE s.person_id = t.person_id AND s.answers_id = m.id) AS "hasSuggestion"
      FROM threads t JOIN messages m ON m.person_id = t.person_id AND m.id = ${messageId}
     WHERE t.person_id = ${personId}`);
  const [row] = rows;
  if (!row) return undefined;
  const { toThis, inDay, sinceHuman, fastInbound, texts, isFirstMessage, hasSuggestion, ...thread } = row;
  return { thread, sent: { toThis, inDay, sinceHuman, fastInbound, texts }, isFirstMessage, hasSuggestion };
};

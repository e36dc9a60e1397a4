import { sql } from "drizzle-orm";
import type { Thread, WritingMark } from "#domain/conversations/thread.ts";
import type { PersonAddressKind } from "#domain/people/person-address.ts";
import type { Reader, Tx } from "#server/db/database.ts";
import { applyToThreads } from "./threads.ts";

/** What writing a message by hand changed in its thread, kept in the message until it has left. */
export type WritingChange = { before: WritingMark; after: WritingMark };

const toMark = (thread: Thread | null): WritingMark => ({
  ownerId: thread?.ownerId ?? null,
  takenUntil: thread?.takenUntil ?? null,
  takenBy: thread?.takenBy ?? null,
});

/** Takes the conversation for the writer; the thread stays locked until the transaction ends. */
export const noteWriting = async (
  tx: Tx,
  personId: string,
  by: string,
  now: number,
): Promise<WritingChange> => {
  const [result] = await applyToThreads(tx, [{ kind: "written_by_hand", personId, by }], now);
  return { before: toMark(result?.before ?? null), after: toMark(result?.after ?? null) };
};

/** The subject of the newest e-mail that a person wrote or was sent; null where it had none. */
export const findLastSubject = async (db: Reader, personId: string): Promise<string | null> => {
  const { rows } = await db.execute<{ subject: string | null }>(sql`
    SELECT coalesce(e.processed_data #>> '{event,subject}', e.raw_data ->> 'subject',
                    a.config #>> '{rendered,subject}', a.config ->> 'subject') AS subject
      FROM messages m LEFT JOIN events e ON e.id = m.id LEFT JOIN actions a ON a.id = m.id
     WHERE m.person_id = ${personId} AND m.channel = 'email' ORDER BY m.at DESC, m.id DESC LIMIT 1`);
  return rows[0]?.subject ?? null;
};

type TakenBack = {
  personId: string;
  sentBy: string;
  channel: string;
  subject: string | null;
  text: string | null;
  writing: WritingChange | null;
  /** The writer wrote another message after it, which still counts. */
  wroteMore: boolean;
};

/**
 * Undoes what writing a cancelled message changed, as far as nothing else has changed it since. Its files can be sent
 * again, and its text is the writer's draft unless there is another.
 */
export const takeBackMessage = async (tx: Tx, actionId: string, now: number): Promise<boolean> => {
  const { rows } = await tx.execute<TakenBack>(sql`
    SELECT person_id AS "personId", sent_by AS "sentBy", type AS channel, config ->> 'subject' AS subject,
           config ->> 'text' AS text, config -> 'writing' AS writing,
           EXISTS (SELECT FROM actions o WHERE o.person_id = a.person_id AND o.sent_by = a.sent_by AND o.id <> a.id
                      AND o.status <> 'cancelled' AND o.created_at >= a.created_at) AS "wroteMore"
      FROM actions a WHERE id = ${actionId} AND sent_by IS NOT NULL`);
  const [message] = rows;
  if (!message?.writing) return false;
  const { personId, sentBy, channel, subject, text, writing, wroteMore } = message;
  const before = wroteMore ? { ...writing.before, ownerId: writing.after.ownerId } : writing.before;
  await applyToThreads(tx, [{ kind: "taken_back", personId, before, after: writing.after }], now);
  await tx.execute(sql`
    DELETE FROM threads WHERE person_id = ${personId} AND state = 'closed' AND last_text IS NULL
       AND last_inbound_at IS NULL AND last_human_at IS NULL AND taken_until IS NULL AND owner_id IS NULL
       AND NOT muted AND NOT EXISTS (SELECT FROM episodes WHERE person_id = ${personId})
       AND NOT EXISTS (SELECT FROM actions WHERE person_id = ${personId} AND sent_by IS NOT NULL
                          AND status <> 'cancelled')`);
  const { rows: files } = await tx.execute<{ id: string }>(sql`
    UPDATE outgoing_files SET action_id = NULL, created_at = now() WHERE action_id = ${actionId} RETURNING id`);
  if (text !== null || files.length > 0)
    await tx.execute(sql`
      INSERT INTO drafts (user_id, person_id, channel, subject, text, file_ids)
      VALUES (${sentBy}, ${personId}, ${channel}, ${subject}, ${text ?? ""},
              ${sql.param(files.map(({ id }) => id))}::uuid[])
      ON CONFLICT DO NOTHING`);
  return true;
};

/** Who wrote the message with this id, which stays locked against a second one until the transaction ends. */
export const findWriter = async (
  tx: Tx,
  id: string,
): Promise<{ personId: string; sentBy: string | null } | undefined> => {
  await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended('message ' || ${id}, 0))`);
  const { rows } = await tx.execute<{ personId: string; sentBy: string | null }>(sql`
    SELECT person_id AS "personId", sent_by AS "sentBy" FROM actions WHERE id = ${id}`);
  return rows[0];
};

/** Whether the address is one of the person's, of the kind that the channel uses. */
export const hasAddress = async (
  db: Reader,
  personId: string,
  addressId: string,
  kind: PersonAddressKind,
): Promise<boolean> => {
  const { rows } = await db.execute(sql`
    SELECT 1 FROM person_addresses WHERE id = ${addressId} AND person_id = ${personId} AND kind = ${kind}`);
  return rows.length > 0;
};

/** The suggestion that the writer made the text from. */
export const markSuggestionUsed = async (
  tx: Tx,
  personId: string,
  suggestionId: string,
  actionId: string,
): Promise<void> => {
  await tx.execute(sql`
    UPDATE reply_suggestions SET state = 'used', action_id = ${actionId}
     WHERE id = ${suggestionId} AND person_id = ${personId} AND state IN ('open', 'outdated')`);
};

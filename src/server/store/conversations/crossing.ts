import { sql } from "drizzle-orm";
import type * as z from "zod";
import type { missedItems } from "#contract/inbox.ts";
import type { Tx } from "#server/db/database.ts";
import { personNameSql } from "#server/store/people/person-name.ts";
import { userNameSql } from "./user-name.ts";

/** What came into a thread after the newest item that a writer had seen. */
type MissedItem = z.infer<typeof missedItems>[number];

const maxItems = 20;
const maxTextLength = 2000;

/** An item, with its place in the thread as the writer saw it or without. */
const seenPattern = /^(?:(\d{1,15})_)?([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i;

/** The time of an item; that in its id where it is gone. */
const readItemTime = async (tx: Tx, personId: string, itemId: string): Promise<number> => {
  const { rows } = await tx.execute<{ at: number | null }>(sql`
    SELECT (extract(epoch FROM max(at)) * 1000)::float8 AS at FROM (
      SELECT created_at AS at FROM events WHERE id = ${itemId}
      UNION ALL SELECT coalesce(executed_at, created_at) FROM actions WHERE id = ${itemId} AND person_id = ${personId}
      UNION ALL SELECT created_at FROM notes WHERE id = ${itemId} AND person_id = ${personId}
      UNION ALL SELECT created_at FROM calls WHERE id = ${itemId} AND person_id = ${personId}
      UNION ALL SELECT created_at FROM timeline WHERE id = ${itemId} AND person_id = ${personId}) item`);
  return rows[0]?.at ?? Number.parseInt(itemId.replaceAll("-", "").slice(0, 12), 16);
};

/**
 * Messages of the person, calls, automatic answers, and what colleagues wrote after an item, oldest first. The caller holds the lock of
 * the thread, so that of two users who write at once the second sees the words of the first.
 */
export const readMissedItems = async (
  tx: Tx,
  personId: string,
  seenUpTo: string | null,
  userId: string,
): Promise<MissedItem[]> => {
  const [, seenMs, seenId = null] = seenPattern.exec(seenUpTo ?? "") ?? [];
  const seenAt = seenId && (seenMs === undefined ? await readItemTime(tx, personId, seenId) : Number(seenMs));
  const after = sql`${seenAt === null ? "-infinity" : new Date(seenAt).toISOString()}::timestamptz`;
  const { rows } = await tx.execute<MissedItem>(sql`
    SELECT item.id, item.at, coalesce(item.by, CASE item.direction WHEN 'in' THEN ${personNameSql} END) AS by,
           item.direction, left(coalesce(item.text, ''), ${maxTextLength}) AS text
      FROM (
        SELECT id, at, NULL AS by, direction, text FROM messages
         WHERE person_id = ${personId} AND direction = 'in' AND channel NOT IN ('call', 'voice_agent')
           AND at > ${after}
        UNION ALL
        SELECT c.id, c.created_at, NULL, CASE c.type WHEN 'inbound' THEN 'in' ELSE 'out' END, c.summary
          FROM calls c WHERE c.person_id = ${personId} AND c.created_at > ${after}
        UNION ALL
        SELECT a.id, a.created_at, ${userNameSql("u")}, 'out',
               coalesce(a.config -> 'rendered' ->> 'text', a.config ->> 'text', a.config ->> 'template')
          FROM actions a JOIN users u ON u.id = a.sent_by
         WHERE a.person_id = ${personId} AND a.sent_by <> ${userId}
           AND (a.created_at > ${after} OR (a.config ? 'sendAt' AND a.executed_at > ${after}))
           AND a.status <> 'cancelled' AND a.type NOT IN ('call', 'voice_agent')
        UNION ALL
        SELECT a.id, a.executed_at, NULL, 'out', a.config -> 'rendered' ->> 'text'
          FROM actions a
         WHERE a.person_id = ${personId} AND a.config ? 'ai' AND a.executed_at > ${after}
           AND a.status NOT IN ('pending', 'held', 'blocked', 'cancelled', 'failed')
        UNION ALL
        SELECT n.id, n.created_at, ${userNameSql("u")}, 'note', n.text
          FROM notes n LEFT JOIN users u ON u.id = n.user_id
         WHERE n.person_id = ${personId} AND n.created_at > ${after}
           AND n.user_id IS DISTINCT FROM ${userId}
      ) item JOIN people p ON p.id = ${personId}
     WHERE item.id IS DISTINCT FROM ${seenId}::uuid
     ORDER BY item.at DESC, item.id DESC LIMIT ${maxItems}`);
  return rows.map((row) => ({ ...row, at: new Date(row.at).toISOString() })).reverse();
};

import { type SQL, sql } from "drizzle-orm";
import { aroundMatch } from "#domain/conversations/snippet.ts";
import type { MessageDirection } from "#domain/conversations/thread-state.ts";
import type { Reader } from "#server/db/database.ts";
import { likePattern } from "#server/store/like-pattern.ts";
import { personNameSql } from "#server/store/people/person-name.ts";
import { isVisible, type RecordReach } from "#server/store/people/visible-people.ts";
import type { TimeCursor } from "./time-cursor.ts";

export type MessageHit = {
  id: string;
  personId: string;
  personName: string | null;
  at: string;
  direction: MessageDirection;
  channel: string;
  snippet: string;
};

const maxWords = 8;

/** Messages, calls and notes of all time that contain every word, newest first. */
export const searchMessages = async (
  db: Reader,
  query: string,
  { before, reach }: { before: TimeCursor | undefined; reach: RecordReach | undefined },
  limit: number,
): Promise<{ hits: MessageHit[]; next: TimeCursor | null }> => {
  const words = [...new Set(query.split(/\s+/).filter(Boolean))].slice(0, maxWords);
  // The trigram index finds words of three letters or more; shorter ones only filter.
  const conditions: SQL[] = words.map((word) => sql`fold_text(m.text) LIKE fold_text(${likePattern(word)})`);
  if (reach) conditions.push(isVisible("m.person_id", reach));
  if (before) conditions.push(sql`(m.at, m.id) < (${before.at}::timestamptz, ${before.id}::uuid)`);
  const { rows } = await db.execute<Omit<MessageHit, "snippet"> & { text: string }>(sql`
    SELECT m.id, m.person_id AS "personId", ${personNameSql} AS "personName", m.at, m.direction, m.channel, m.text
      FROM (SELECT * FROM messages m WHERE ${sql.join(conditions, sql` AND `)}
             ORDER BY m.at DESC NULLS LAST, m.id DESC NULLS LAST LIMIT ${limit + 1}) m
      JOIN people p ON p.id = m.person_id ORDER BY m.at DESC, m.id DESC`);
  const hits = rows.slice(0, limit).map(({ text, at, ...row }) => ({
    ...row,
    at: new Date(at).toISOString(),
    snippet: aroundMatch(text, words),
  }));
  const last = hits.at(-1);
  return { hits, next: rows.length > limit && last ? { at: last.at, id: last.id } : null };
};

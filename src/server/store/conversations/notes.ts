import { sql } from "drizzle-orm";
import type { Tx } from "#server/db/database.ts";
import { personNameSql } from "#server/store/people/person-name.ts";

export type Note = { id: string; personId: string; userId: string | null; createdAt: number };

type NewNote = { id: string; personId: string; userId: string; text: string; mentions: string[] };

/** Undefined when there is no such person; otherwise their name, and the note's time. */
export const insertNote = async (
  tx: Tx,
  { id, personId, userId, text, mentions }: NewNote,
): Promise<{ person: string; at: number } | undefined> => {
  const { rows } = await tx.execute<{ person: string; at: number }>(sql`
    WITH person AS (SELECT p.id, coalesce(${personNameSql}, '') AS name FROM people p WHERE p.id = ${personId}),
    added AS (
      INSERT INTO notes (id, person_id, user_id, text, mentions)
      SELECT ${id}::uuid, person.id, ${userId}::uuid, ${text}, ${sql.param(mentions)}::uuid[] FROM person
      RETURNING created_at)
    SELECT person.name AS person, (extract(epoch FROM added.created_at) * 1000)::float8 AS at FROM person, added`);
  return rows[0];
};

/** Adds notes to many people, without mentions. */
export const addNotes = async (
  tx: Tx,
  notes: readonly { personId: string; userId: string | null; text: string }[],
): Promise<void> => {
  if (notes.length === 0) return;
  await tx.execute(sql`
    INSERT INTO notes (person_id, user_id, text)
    SELECT "personId", "userId", text
      FROM jsonb_to_recordset(${JSON.stringify(notes)}::jsonb) AS row ("personId" uuid, "userId" uuid, text text)`);
};

/** Locks the note until the transaction ends. */
export const lockNote = async (tx: Tx, id: string): Promise<Note | undefined> => {
  const { rows } = await tx.execute<Note>(sql`
    SELECT id, person_id AS "personId", user_id AS "userId",
           (extract(epoch FROM created_at) * 1000)::float8 AS "createdAt"
      FROM notes WHERE id = ${id} FOR UPDATE`);
  return rows[0];
};

export const updateNote = async (tx: Tx, id: string, text: string): Promise<void> => {
  await tx.execute(sql`UPDATE notes SET text = ${text}, updated_at = now() WHERE id = ${id}`);
  await tx.execute(sql`UPDATE messages SET text = ${text} WHERE id = ${id}`);
};

export const deleteNote = async (tx: Tx, id: string): Promise<void> => {
  await tx.execute(sql`DELETE FROM messages WHERE id = ${id}`);
  await tx.execute(sql`DELETE FROM notes WHERE id = ${id}`);
};

/** The list shows the newest text of a thread, which a changed or deleted note may have been. */
export const refreshLastText = async (tx: Tx, { personId, createdAt }: Note): Promise<void> => {
  await tx.execute(sql`
    UPDATE threads t SET last_text = left(m.text, 200), last_channel = m.channel, last_direction = m.direction,
           last_item_at = coalesce(m.at, t.last_item_at), updated_at = now()
      FROM (SELECT 1) one LEFT JOIN LATERAL (
        SELECT text, channel, direction, at FROM messages WHERE person_id = ${personId}
         ORDER BY at DESC, id DESC LIMIT 1) m ON true
     WHERE t.person_id = ${personId} AND t.last_direction = 'note'
       AND t.last_item_at = to_timestamp(${createdAt}::float8 / 1000)`);
};

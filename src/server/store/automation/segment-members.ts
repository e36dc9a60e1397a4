import { type SQL, sql } from "drizzle-orm";
import type { Reader, Tx } from "#server/db/database.ts";

const ids = (values: readonly string[]): SQL => sql`${sql.param([...values])}::uuid[]`;
const isBehind = (column: SQL, after: string | null): SQL =>
  after === null ? sql`true` : sql`${column} > ${after}::uuid`;

/** A page of people who are in the segment, which `isMember` asks of `people p`, and are not known as its members. */
export const findEntering = async (
  db: Reader,
  segmentId: string,
  isMember: SQL,
  after: string | null,
  limit: number,
): Promise<string[]> => {
  const { rows } = await db.execute<{ id: string }>(sql`
    SELECT p.id FROM people p
     WHERE ${isBehind(sql`p.id`, after)} AND (${isMember})
       AND NOT EXISTS (SELECT FROM segment_members m WHERE m.segment_id = ${segmentId} AND m.person_id = p.id)
     ORDER BY p.id LIMIT ${limit}`);
  return rows.map(({ id }) => id);
};

/** A page of known members who are not in the segment any more. */
export const findLeaving = async (
  db: Reader,
  segmentId: string,
  isMember: SQL,
  after: string | null,
  limit: number,
): Promise<string[]> => {
  const { rows } = await db.execute<{ id: string }>(sql`
    SELECT p.id FROM segment_members m JOIN people p ON p.id = m.person_id
     WHERE m.segment_id = ${segmentId} AND ${isBehind(sql`m.person_id`, after)} AND NOT (${isMember})
     ORDER BY m.person_id LIMIT ${limit}`);
  return rows.map(({ id }) => id);
};

/** Those who were no members before. People who are deleted at this moment are left out. */
export const addMembers = async (
  tx: Tx,
  segmentId: string,
  personIds: readonly string[],
  now: number,
): Promise<string[]> => {
  if (personIds.length === 0) return [];
  const { rows } = await tx.execute<{ id: string }>(sql`
    WITH present AS (SELECT id FROM people WHERE id = ANY(${ids(personIds)}) ORDER BY id FOR KEY SHARE)
    INSERT INTO segment_members (segment_id, person_id, since)
    SELECT ${segmentId}::uuid, id, ${new Date(now).toISOString()}::timestamptz FROM present
    ON CONFLICT DO NOTHING RETURNING person_id AS id`);
  return rows.map(({ id }) => id);
};

/** Those who were members before. */
export const removeMembers = async (
  tx: Tx,
  segmentId: string,
  personIds: readonly string[],
): Promise<string[]> => {
  if (personIds.length === 0) return [];
  const { rows } = await tx.execute<{ id: string }>(sql`
    DELETE FROM segment_members WHERE segment_id = ${segmentId} AND person_id = ANY(${ids(personIds)})
    RETURNING person_id AS id`);
  return rows.map(({ id }) => id);
};

/** Forgets up to `limit` members of a segment that no rule waits for; returns how many. */
export const forgetMembers = async (tx: Tx, segmentId: string, limit: number): Promise<number> => {
  const { rowCount } = await tx.execute(sql`
    DELETE FROM segment_members WHERE segment_id = ${segmentId} AND person_id IN (
      SELECT person_id FROM segment_members WHERE segment_id = ${segmentId} ORDER BY person_id LIMIT ${limit})`);
  return rowCount ?? 0;
};

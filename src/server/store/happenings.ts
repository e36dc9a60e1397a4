import { sql } from "drizzle-orm";
import type pg from "pg";
import type { Tx } from "#server/db/database.ts";

/** Something that happened to a person, at an instant. */
export type Happened = { personId: string; type: string | null; at: number; causedBy: string };

export const noteHappenings = async (tx: Tx, happened: Omit<Happened, "at">[]): Promise<void> => {
  if (happened.length === 0) return;
  await tx.execute(sql`
    INSERT INTO happenings (person_id, type, caused_by)
    SELECT "personId", type, "causedBy"
      FROM jsonb_to_recordset(${JSON.stringify(happened)}::jsonb) AS row ("personId" uuid, type text, "causedBy" uuid)`);
};

/** Is there anything to react to? Asked far more often than there is. */
export const isAnythingNew = async (pool: pg.Pool): Promise<boolean> => {
  const { rows } = await pool.query<{ any: boolean }>({
    name: "is-anything-new",
    text: "SELECT EXISTS (SELECT FROM happenings) AS any",
  });
  return rows[0]?.any === true;
};

/** Takes the oldest out of the queue; should the transaction fail, they are back. */
export const takeHappenings = async (tx: Tx, most: number): Promise<Happened[]> => {
  const { rows } = await tx.execute<Happened>(sql`
    DELETE FROM happenings WHERE id IN (
      SELECT id FROM happenings ORDER BY id LIMIT ${most} FOR UPDATE SKIP LOCKED)
    RETURNING id, person_id AS "personId", type, caused_by AS "causedBy",
              (extract(epoch FROM created_at) * 1000)::float8 AS at`);
  return rows.toSorted((a, b) => a.at - b.at);
};

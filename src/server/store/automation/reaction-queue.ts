import { sql } from "drizzle-orm";
import type pg from "pg";
import { jsonbArray } from "#server/db/arrays.ts";
import type { Tx } from "#server/db/database.ts";
import { together } from "#server/db/together.ts";

/** Something that happened to a person, at an instant. */
export type Happened = { personId: string; type: string | null; at: number; causedBy: string };

/** A row of the queue holds what one transaction told, up to so much. */
const mostInRow = 500;

export const noteHappenings = async (tx: Tx, happened: Omit<Happened, "at">[]): Promise<void> => {
  if (happened.length === 0) return;
  const rows: string[] = [];
  for (let at = 0; at < happened.length; at += mostInRow)
    rows.push(JSON.stringify(happened.slice(at, at + mostInRow)));
  await tx.execute(sql`INSERT INTO happened (what) SELECT unnest(${jsonbArray(rows)}::jsonb[])`);
};

/** Is there anything to react to? Asked far more often than there is. */
export const isAnythingNew = async (pool: pg.Pool): Promise<boolean> => {
  const { rows } = await pool.query<{ any: boolean }>({
    name: "is-anything-new",
    text: "SELECT EXISTS (SELECT FROM happened) OR EXISTS (SELECT FROM happenings) AS any",
  });
  return rows[0]?.any === true;
};

type Told = { what: Omit<Happened, "at">[]; at: number };
const at = sql`(extract(epoch FROM created_at) * 1000)::float8 AS at`;

/** Takes the oldest out of the queue; should the transaction fail, they are back. `more`: these were not all. */
export const takeHappenings = async (
  tx: Tx,
  mostRows: number,
): Promise<{ happened: Happened[]; more: boolean }> => {
  const [{ rows }, { rows: older }] = await together([
    tx.execute<Told>(sql`
      DELETE FROM happened WHERE id IN (
        SELECT id FROM happened ORDER BY id LIMIT ${mostRows} FOR UPDATE SKIP LOCKED)
      RETURNING what, ${at}`),
    // A row for each, as versions before this one write them.
    tx.execute<Happened>(sql`
      DELETE FROM happenings WHERE id IN (
        SELECT id FROM happenings ORDER BY id LIMIT ${mostInRow} FOR UPDATE SKIP LOCKED)
      RETURNING person_id AS "personId", type, caused_by AS "causedBy", ${at}`),
  ]);
  const told = rows.flatMap((row) => row.what.map((one) => ({ ...one, at: row.at })));
  const happened = [...older, ...told].toSorted((one, other) => one.at - other.at);
  return { happened, more: rows.length === mostRows || older.length === mostInRow };
};

import { sql } from "drizzle-orm";
import type { Reader } from "#server/db/database.ts";

/** A row of the file that adds or changes a person who is not stored yet. */
type CheckedRow = { line: number; raw: string[]; personId: string };

/** So many rows of one person say who they are. */
const maxRowsOfPerson = 100;

/** The rows, up to a line, of the new people to whom the given lines belong. */
export const findRowsOfNewPeople = async (
  db: Reader,
  batchId: string,
  lines: readonly number[],
): Promise<CheckedRow[]> => {
  if (lines.length === 0) return [];
  const { rows } = await db.execute<CheckedRow>(sql`
    WITH wanted AS (
      SELECT DISTINCT person_id FROM batch_rows
       WHERE batch_id = ${batchId} AND line = ANY(${sql.param(lines)}::int[]) AND person_id IS NOT NULL),
    numbered AS (
      SELECT b.line, b.raw, b.person_id, row_number() OVER (PARTITION BY b.person_id ORDER BY b.line) AS position
        FROM batch_rows b JOIN wanted w ON w.person_id = b.person_id
       WHERE b.batch_id = ${batchId} AND b.verdict IN ('added', 'joined')
         AND NOT EXISTS (SELECT FROM people p WHERE p.id = b.person_id))
    SELECT line, raw, person_id AS "personId" FROM numbered WHERE position <= ${maxRowsOfPerson} ORDER BY line`);
  return rows;
};

import { sql } from "drizzle-orm";
import type { Tx } from "#server/db/database.ts";

type StoredRow = Record<string, unknown>;

/** The columns of a table that may be written, in its order. */
const writableColumns = async (tx: Tx, table: string): Promise<string[]> => {
  const { rows } = await tx.execute<{ name: string }>(sql`
    SELECT column_name AS name FROM information_schema.columns
     WHERE table_schema = 'public' AND table_name = ${table} AND is_generated = 'NEVER' ORDER BY ordinal_position`);
  return rows.map(({ name }) => name);
};

/**
 * Inserts rows of a snapshot; those that are there again stay. Columns that the snapshot does not have get their default,
 * because the database may have been upgraded since.
 */
export const insertStored = async (
  tx: Tx,
  table: string,
  rows: readonly (StoredRow | null)[],
): Promise<void> => {
  const stored = rows.filter((row) => row !== null);
  if (stored.length === 0) return;
  const names = (await writableColumns(tx, table)).filter((name) => stored.every((row) => name in row));
  const columns = sql.join(
    names.map((name) => sql.identifier(name)),
    sql`, `,
  );
  await tx.execute(sql`
    INSERT INTO ${sql.identifier(table)} (${columns})
    SELECT ${columns} FROM jsonb_populate_recordset(NULL::${sql.identifier(table)}, ${JSON.stringify(stored)}::jsonb)
    ON CONFLICT DO NOTHING`);
};

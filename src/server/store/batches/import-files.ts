import { sql } from "drizzle-orm";
import { foldHeader } from "#domain/import/fold-header.ts";
import { type ImportOptions, importOptions } from "#domain/import/import-options.ts";
import type { FileColumn } from "#domain/import/import-state.ts";
import type { Reader, Tx } from "#server/db/database.ts";

export const savePiece = async (
  tx: Tx,
  batchId: string,
  position: number,
  content: Buffer,
): Promise<number> => {
  await tx.execute(sql`
    INSERT INTO batch_files (batch_id, position, content) VALUES (${batchId}, ${position}, ${content})
    ON CONFLICT (batch_id, position) DO UPDATE SET content = excluded.content`);
  const { received } = await measureFile(tx, batchId);
  return received;
};

/** How many bytes are there, and whether a piece is missing between others. */
export const measureFile = async (
  db: Reader,
  batchId: string,
): Promise<{ received: number; isGapless: boolean }> => {
  const { rows } = await db.execute<{ received: number; isGapless: boolean }>(sql`
    SELECT coalesce(sum(octet_length(content)), 0)::int AS received,
           coalesce(max(position) + 1 = count(*), true) AS "isGapless"
      FROM batch_files WHERE batch_id = ${batchId}`);
  return rows[0] ?? { received: 0, isGapless: true };
};

export const deleteFile = async (tx: Tx, batchId: string): Promise<void> => {
  await tx.execute(sql`DELETE FROM batch_files WHERE batch_id = ${batchId}`);
};

const foldedHeaders = (columns: readonly Pick<FileColumn, "header">[]): string[] =>
  columns.map(({ header }) => foldHeader(header));

export type RememberedMapping = { name: string; at: string; options: ImportOptions };

/** How a file with the same headers was matched before. */
export const findMapping = async (
  db: Reader,
  columns: readonly Pick<FileColumn, "header">[],
): Promise<RememberedMapping | undefined> => {
  const { rows } = await db.execute<{ name: string; at: string; mapping: unknown }>(sql`
    SELECT name, mapping, to_char(used_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') AS at
      FROM import_mappings WHERE headers = ${sql.param(foldedHeaders(columns))}::text[]`);
  const [row] = rows;
  const options = importOptions.safeParse(row?.mapping);
  return row && options.success && options.data.columns.length === columns.length
    ? { name: row.name, at: row.at, options: options.data }
    : undefined;
};

/** Remembers the matching, without what belongs to one file only. */
export const rememberMapping = async (
  tx: Tx,
  name: string,
  columns: readonly Pick<FileColumn, "header">[],
  options: ImportOptions,
): Promise<void> => {
  const { twice_in_file: _, ...answers } = options.answers;
  const mapping: ImportOptions = { ...options, answers, proof: null, runRules: false, tag: null };
  await tx.execute(sql`
    INSERT INTO import_mappings (name, headers, mapping)
    VALUES (${name}, ${sql.param(foldedHeaders(columns))}::text[], ${JSON.stringify(mapping)}::jsonb)
    ON CONFLICT (headers) DO UPDATE SET name = excluded.name, mapping = excluded.mapping, used_at = now()`);
};

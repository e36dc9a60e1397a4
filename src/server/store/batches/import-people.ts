import { sql } from "drizzle-orm";
import type { CodedReason } from "#domain/coded-reason.ts";
import { noteKey } from "#domain/import/plan-page.ts";
import type { RowPlan } from "#domain/import/plan-row.ts";
import type { Reader, Tx } from "#server/db/database.ts";
import { countedSuppressions } from "#server/store/compliance/counted-suppressions.ts";

/** Which of the texts people have as a note already. */
export const findSameNotes = async (
  db: Reader,
  personIds: readonly string[],
  texts: readonly string[],
): Promise<Set<string>> => {
  if (personIds.length === 0 || texts.length === 0) return new Set();
  const { rows } = await db.execute<{ personId: string; text: string }>(sql`
    SELECT person_id AS "personId", text FROM notes
     WHERE person_id = ANY(${sql.param(personIds)}::uuid[]) AND text = ANY(${sql.param(texts)}::text[])`);
  return new Set(rows.map(({ personId, text }) => noteKey(personId, text)));
};

/** Former ids of merged people with the ids that they lead to. */
export const findSurvivors = async (db: Reader, ids: string[]): Promise<Map<string, string>> => {
  if (ids.length === 0) return new Map();
  const { rows } = await db.execute<{ id: string; survivor: string }>(sql`
    SELECT id, survivor_id AS survivor FROM merged_people WHERE id = ANY(${sql.param(ids)}::uuid[])`);
  return new Map(rows.map(({ id, survivor }) => [id, survivor]));
};

type PersonNote = { personId: string; text: string };

/** Deletes notes that an import added, unless they were edited. */
export const removeNotes = async (tx: Tx, notes: readonly PersonNote[], since: Date): Promise<void> => {
  if (notes.length === 0) return;
  await tx.execute(sql`
    DELETE FROM notes n USING jsonb_to_recordset(${JSON.stringify(notes)}::jsonb) AS row ("personId" uuid, text text)
     WHERE n.person_id = row."personId" AND n.text = row.text AND n.created_at >= ${since.toISOString()}::timestamptz`);
};

/** Which of the hashes have an opt-out in force, of any channel. */
export const findOptedOut = async (db: Reader, hashes: readonly string[]): Promise<Set<string>> => {
  if (hashes.length === 0) return new Set();
  const { rows } = await db.execute<{ hash: string }>(sql`
    SELECT DISTINCT encode(address_hash, 'hex') AS hash FROM (
      SELECT DISTINCT ON (address_hash, scope) address_hash, state FROM ${countedSuppressions} s
       WHERE address_hash = ANY(ARRAY(SELECT decode(hash, 'hex') FROM unnest(${sql.param(hashes)}::text[]) AS hash))
         AND source <> 'bounce'
       ORDER BY address_hash, scope, created_at DESC, id DESC) newest WHERE state = 'opted_out'`);
  return new Set(rows.map(({ hash }) => hash));
};

export type PlannedBatchRow = Pick<RowPlan, "verdict" | "before" | "after"> & {
  line: number;
  personId: string | null;
  problems: readonly CodedReason<string>[];
};

/** Saves what each row does or did. */
export const savePlannedRows = async (
  tx: Tx,
  batchId: string,
  rows: readonly PlannedBatchRow[],
): Promise<void> => {
  if (rows.length === 0) return;
  await tx.execute(sql`
    UPDATE batch_rows SET verdict = row.verdict, person_id = row."personId", before = row.before, after = row.after,
           -- Opt-outs are looked up by the check only.
           problems = row.problems || coalesce((SELECT jsonb_agg(note) FROM jsonb_array_elements(batch_rows.problems) AS note
                                                 WHERE note ->> 'code' = 'opted_out'
                                                   AND NOT row.problems @> '[{"code": "opted_out"}]'), '[]')
      FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS row (
        line int, verdict text, "personId" uuid, before jsonb, after jsonb, problems jsonb)
     WHERE batch_rows.batch_id = ${batchId} AND batch_rows.line = row.line`);
};

/** With the id that the check gave to a new person. */
export type RawRow = { line: number; raw: string[]; addedId: string | null };

export const readRawRows = async (
  db: Reader,
  batchId: string,
  after: number,
  limit: number,
): Promise<RawRow[]> => {
  const { rows } = await db.execute<RawRow>(sql`
    SELECT line, raw, CASE WHEN verdict = 'added' THEN person_id END AS "addedId" FROM batch_rows WHERE batch_id = ${batchId} AND line > ${after} ORDER BY line LIMIT ${limit}`);
  return rows;
};

/** The first rows of the batch, up to a line, that named these people. */
export const findEarlierRows = async (
  db: Reader,
  batchId: string,
  upTo: number,
  personIds: string[],
): Promise<Map<string, number>> => {
  if (personIds.length === 0 || upTo === 0) return new Map();
  const { rows } = await db.execute<{ id: string; line: number }>(sql`
    SELECT person_id AS id, min(line) AS line FROM batch_rows
     WHERE batch_id = ${batchId} AND line <= ${upTo} AND person_id = ANY(${sql.param(personIds)}::uuid[]) GROUP BY 1`);
  return new Map(rows.map(({ id, line }) => [id, line]));
};

/** Users by their e-mail address and full name, in lower case. */
export const readOwners = async (db: Reader): Promise<Map<string, string>> => {
  const { rows } = await db.execute<{ id: string; email: string; name: string }>(sql`
    SELECT id, lower(email) AS email, lower(trim(concat_ws(' ', first_name, last_name))) AS name FROM users
     WHERE active ORDER BY created_at DESC, id DESC`);
  return new Map(
    rows.flatMap(({ id, email, name }) => [[email, id] as const, ...(name ? [[name, id] as const] : [])]),
  );
};

import { type SQL, sql } from "drizzle-orm";
import type { BatchSelection } from "#contract/batches.ts";
import { type BulkChange, bulkChange, maxTagsPerPerson } from "#domain/bulk-change.ts";
import type { Reader, Tx } from "#server/db/database.ts";
import { audienceCondition } from "#server/store/people/audience-context.ts";
import { matchesPersonSql } from "#server/store/people/people-search.ts";
import { insertBatch, type StoredBatch } from "./batches.ts";

/** What a bulk change or deletion is; stored with its batch. */
export type BulkOptions = {
  change: BulkChange;
  /** Null for named people, whose rows are inserted with the batch. */
  matching: Exclude<BatchSelection, { ids: string[] }> | null;
  /** Where days begin for the filter, as it was at the start. */
  timezone: string;
};

export const readBulkOptions = ({ options }: Pick<StoredBatch, "options">): BulkOptions => ({
  change: bulkChange.parse(options.change),
  matching: (options.matching as BulkOptions["matching"]) ?? null,
  timezone: String(options.timezone ?? "UTC"),
});

export type NewBulk = {
  userId: string | null;
  selection: BatchSelection;
  change: BulkChange;
  timezone: string;
};

/** A batch of named people is ready to run; one of a filter is read first. */
export const insertBulkBatch = async (
  tx: Tx,
  { userId, selection, change, timezone }: NewBulk,
): Promise<StoredBatch> => {
  const ids = "ids" in selection ? [...new Set(selection.ids)].sort() : null;
  const options: BulkOptions = { change, matching: "ids" in selection ? null : selection, timezone };
  const batch = await insertBatch(tx, {
    kind: change.kind === "delete" ? "delete" : "bulk",
    state: ids ? "running" : "reading",
    userId,
    options,
    startedAt: sql`now()`,
    ...(ids ? { total: ids.length } : {}),
  });
  if (ids)
    await tx.execute(sql`
      INSERT INTO batch_rows (batch_id, line, person_id)
      SELECT ${batch.id}::uuid, position, id FROM unnest(${sql.param(ids)}::uuid[]) WITH ORDINALITY AS named (id, position)`);
  return batch;
};

/** The condition on `people p` of a filter at the start of its batch; undefined for named people. */
export const matchingCondition = async (
  db: Reader,
  batch: Pick<StoredBatch, "options" | "createdAt" | "userId">,
): Promise<SQL | undefined> => {
  const { matching, timezone } = readBulkOptions(batch);
  if (!matching) return undefined;
  const use = { now: batch.createdAt.getTime(), userId: batch.userId, timezone };
  const condition = await audienceCondition(db, matching.audience, use);
  return sql`${condition.sql} AND ${matchesPersonSql(matching.search ?? "")}`;
};

/** Stores who matches now; people who begin to match later are not selected. Returns their number. */
export const freezeSelection = async (tx: Tx, batch: StoredBatch, condition: SQL): Promise<number> => {
  // One statement for all of them, so that the selection is of one instant.
  await tx.execute(sql`SET LOCAL statement_timeout = 0`);
  const { rowCount } = await tx.execute(sql`
    INSERT INTO batch_rows (batch_id, line, person_id)
    SELECT ${batch.id}::uuid, row_number() OVER (ORDER BY p.id), p.id FROM people p
     WHERE p.created_at <= ${batch.createdAt.toISOString()}::timestamptz AND ${condition}`);
  return rowCount ?? 0;
};

export type SelectedRow = { line: number; personId: string };

export const readSelectedRows = async (
  tx: Tx,
  batchId: string,
  after: number,
  limit: number,
): Promise<SelectedRow[]> => {
  const { rows } = await tx.execute<SelectedRow>(sql`
    SELECT line, person_id AS "personId" FROM batch_rows
     WHERE batch_id = ${batchId} AND line > ${after} ORDER BY line LIMIT ${limit}`);
  return rows;
};

/** Which of the people match the condition; all of them where there is none. */
export const findMatching = async (
  tx: Tx,
  ids: string[],
  condition: SQL | undefined,
): Promise<Set<string>> => {
  const { rows } = await tx.execute<{ id: string }>(sql`
    SELECT p.id FROM people p WHERE p.id = ANY(${sql.param(ids)}::uuid[]) AND ${condition ?? sql`true`}`);
  return new Set(rows.map(({ id }) => id));
};

/** Whether the change makes a difference to the person with the alias `p`. */
const needsChange = (change: BulkChange): SQL => {
  switch (change.kind) {
    case "delete":
      return sql`true`;
    case "status":
      return sql`p.status <> ${change.status}`;
    case "type":
      return sql`p.type <> ${change.type}`;
    case "owner":
      return sql`p.assigned_agent_id IS DISTINCT FROM ${change.userId}::uuid`;
    case "language":
      return sql`p.language IS DISTINCT FROM ${change.language}::text`;
    case "field":
      return sql`p.fields -> ${change.key}::text IS DISTINCT FROM nullif(${JSON.stringify(change.value)}::jsonb, 'null')`;
    case "add_tag":
      return sql`NOT p.tags @> ARRAY[${change.tag}]::text[] AND cardinality(p.tags) < ${maxTagsPerPerson}`;
    case "remove_tag":
      return sql`p.tags @> ARRAY[${change.tag}]::text[]`;
  }
};

/** How many people are selected now, and for how many of them the change makes a difference. */
export const previewBulk = async (
  db: Reader,
  { change, selection }: Pick<NewBulk, "change" | "selection">,
  condition: SQL | undefined,
): Promise<{ matched: number; changing: number }> => {
  const selected =
    "ids" in selection ? sql`p.id = ANY(${sql.param(selection.ids)}::uuid[])` : (condition ?? sql`false`);
  const { rows } = await db.execute<{ matched: number; changing: number }>(sql`
    SELECT count(*)::int AS matched, count(*) FILTER (WHERE ${needsChange(change)})::int AS changing
      FROM people p WHERE ${selected}`);
  return rows[0] ?? { matched: 0, changing: 0 };
};

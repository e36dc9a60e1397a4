import { and, desc, eq, lt, or, type SQL, sql } from "drizzle-orm";
import type { PgInsertValue } from "drizzle-orm/pg-core";
import type { Batch, BatchRow } from "#contract/batches.ts";
import { bulkChange } from "#domain/bulk-change.ts";
import type { BatchCounts } from "#domain/import/import-state.ts";
import { type BatchKind, type BatchState, rowVerdicts } from "#domain/people/batch.ts";
import type { Reader, Tx } from "#server/db/database.ts";
import { users } from "#server/db/schema/access.ts";
import { batches } from "#server/db/schema/batches.ts";
import { personNameSql } from "#server/store/people/person-name.ts";

export type StoredBatch = typeof batches.$inferSelect;

/** Rows are kept this long; after that a batch cannot be undone. */
export const batchRetentionDays = 90;
const dayMs = 86_400_000;

/** States in which a worker is busy with the batch. */
export const activeBatchStates: readonly BatchState[] = ["reading", "checking", "running", "undoing"];

export const readCounts = ({ counts }: Pick<StoredBatch, "counts">): BatchCounts => counts as BatchCounts;

/**
 * Undone from its end: what was run stays known even if the batch was cancelled half-way. An undo is repeated for rows
 * that failed, such as a merge on which a later one rested.
 */
export const mayUndoBatch = (batch: StoredBatch): boolean => {
  const { ranTo = 0, undone } = readCounts(batch);
  const isEnded = ["done", "cancelled", "failed"].includes(batch.state) && batch.undoneAt === null;
  const hasFailed = batch.state === "undone" && (undone?.failed ?? 0) > 0;
  return (
    (isEnded || hasFailed) &&
    batch.startedAt !== null &&
    batch.sweptAt === null &&
    batch.kind !== "delete" &&
    ranTo > 0
  );
};

/** Rows that an undo could not take back are tried again. */
export const retryFailedRows = async (tx: Tx, batchId: string): Promise<void> => {
  await tx.execute(sql`
    UPDATE batch_rows SET undo = NULL, undo_reason = NULL WHERE batch_id = ${batchId} AND undo = 'failed'`);
};

const namedMerges = 3;

const storedName = (row: SQL) =>
  sql`coalesce(nullif(concat_ws(' ', ${row} ->> 'first_name', ${row} ->> 'last_name'), ''), ${row} ->> 'email', ${row} ->> 'phone')`;
/** Of a person who is here, or who was merged into another one. */
const presentOrMergedName = (id: SQL) => sql`coalesce(
  (SELECT ${personNameSql} FROM people p WHERE p.id = ${id}),
  (SELECT ${storedName(sql`(m."row" #> '{other,person}')`)} FROM merged_people m WHERE m.id = ${id}))`;

type NamedMerge = Batch["merges"][number];

/** The first merges of batches, by batch. */
const readMerges = async (db: Reader, found: readonly StoredBatch[]): Promise<Map<string, NamedMerge[]>> => {
  const ids = found.filter(({ kind }) => kind === "merge").map(({ id }) => id);
  if (ids.length === 0) return new Map();
  const { rows } = await db.execute<NamedMerge & { batchId: string }>(sql`
    SELECT b.id AS "batchId", ${presentOrMergedName(sql`(r.before ->> 'survivorId')::uuid`)} AS kept,
           ${presentOrMergedName(sql`(r.before ->> 'otherId')::uuid`)} AS merged
      FROM unnest(${sql.param(ids)}::uuid[]) AS b (id)
     CROSS JOIN LATERAL (SELECT line, before FROM batch_rows
                          WHERE batch_id = b.id AND verdict = 'merged' ORDER BY line LIMIT ${namedMerges}) r
     ORDER BY r.line`);
  const byBatch = Map.groupBy(rows, ({ batchId }) => batchId);
  return new Map(
    [...byBatch].map(([id, merges]) => [id, merges.map(({ kept, merged }) => ({ kept, merged }))]),
  );
};

const presentBatch = (
  row: StoredBatch,
  user: { id: string; name: string } | null,
  merges: NamedMerge[],
): Batch => {
  const counts = readCounts(row);
  const end = row.finishedAt;
  const change = bulkChange.safeParse(row.options.change);
  return {
    id: row.id,
    kind: row.kind,
    state: row.state,
    name: row.name,
    user,
    total: row.total,
    processed: row.processed,
    counts: Object.fromEntries(
      rowVerdicts.flatMap((verdict) => (counts[verdict] ? [[verdict, counts[verdict]]] : [])),
    ),
    undone: counts.undone ?? {},
    change: change.success ? change.data : null,
    merges,
    problem: (row.problem as Batch["problem"]) ?? null,
    mayUndo: mayUndoBatch(row),
    undoUntil:
      end && mayUndoBatch(row) ? new Date(end.getTime() + batchRetentionDays * dayMs).toISOString() : null,
    createdAt: row.createdAt.toISOString(),
    startedAt: row.startedAt?.toISOString() ?? null,
    finishedAt: end?.toISOString() ?? null,
    undoneAt: row.undoneAt?.toISOString() ?? null,
  };
};

const withUser = (db: Reader) =>
  db
    .select({
      batch: batches,
      user: { id: users.id, email: users.email, firstName: users.firstName, lastName: users.lastName },
    })
    .from(batches)
    .leftJoin(users, eq(users.id, batches.userId));

type BatchUser = { id: string; email: string; firstName: string | null; lastName: string | null };
const presentAll = async (
  db: Reader,
  rows: readonly { batch: StoredBatch; user: BatchUser | null }[],
): Promise<Batch[]> => {
  const merges = await readMerges(
    db,
    rows.map(({ batch }) => batch),
  );
  return rows.map(({ batch, user }) =>
    presentBatch(
      batch,
      user && { id: user.id, name: [user.firstName, user.lastName].filter(Boolean).join(" ") || user.email },
      merges.get(batch.id) ?? [],
    ),
  );
};

export const insertBatch = async (
  tx: Tx,
  values: { kind: BatchKind; state: BatchState } & Partial<PgInsertValue<typeof batches>>,
): Promise<StoredBatch> => {
  const [row] = await tx.insert(batches).values(values).returning();
  if (!row) throw new Error("The batch was not inserted");
  return row;
};

export const findBatch = async (db: Reader, id: string): Promise<StoredBatch | undefined> => {
  const [row] = await db.select().from(batches).where(eq(batches.id, id));
  return row;
};

export const findPresentedBatch = async (db: Reader, id: string): Promise<Batch | undefined> => {
  const [batch] = await presentAll(db, await withUser(db).where(eq(batches.id, id)));
  return batch;
};

/** The batch, whose row stays locked until the transaction ends. */
export const lockBatch = async (tx: Tx, id: string): Promise<StoredBatch | undefined> => {
  const [row] = await tx.select().from(batches).where(eq(batches.id, id)).for("update");
  return row;
};

export const updateBatch = async (
  tx: Tx,
  id: string,
  values: Partial<typeof batches.$inferInsert>,
): Promise<StoredBatch> => {
  const [row] = await tx
    .update(batches)
    .set({ ...values, updatedAt: sql`now()` })
    .where(eq(batches.id, id))
    .returning();
  if (!row) throw new Error("A locked batch is gone");
  return row;
};

export const listBatches = async (
  db: Reader,
  {
    kind,
    before,
    limit,
  }: { kind: BatchKind | undefined; before: { at: Date; id: string } | undefined; limit: number },
): Promise<Batch[]> => {
  const conditions: (SQL | undefined)[] = [
    kind ? eq(batches.kind, kind) : undefined,
    before
      ? or(lt(batches.createdAt, before.at), and(eq(batches.createdAt, before.at), lt(batches.id, before.id)))
      : undefined,
  ];
  const rows = await withUser(db)
    .where(and(...conditions))
    .orderBy(desc(batches.createdAt), desc(batches.id))
    .limit(limit);
  return presentAll(db, rows);
};

export type RowFilter = {
  verdict?: string | undefined;
  problem?: string | undefined;
  undo?: string | undefined;
};

/** `any` finds rows with a problem of any kind. */
const problemCondition = (problem: string) =>
  problem === "any"
    ? sql`r.problems <> '[]'::jsonb`
    : sql`r.problems @> ${JSON.stringify([{ code: problem }])}::jsonb`;

/** Rows of a batch by line, with the present name of their person. */
export const listBatchRows = async (
  db: Reader,
  batchId: string,
  { verdict, problem, undo }: RowFilter,
  after: number,
  limit: number,
): Promise<BatchRow[]> => {
  const { rows } = await db.execute<BatchRow>(sql`
    SELECT r.line, r.raw, r.verdict, CASE WHEN r.verdict <> 'added' OR p.id IS NOT NULL THEN r.person_id END AS "personId",
           nullif(trim(concat_ws(' ', coalesce(p.first_name, r.after ->> 'firstName'),
                                      coalesce(p.last_name, r.after ->> 'lastName'))), '') AS name,
           r.before, r.after, coalesce(r.problems, '[]') AS problems, r.undo, r.undo_reason AS "undoReason"
      FROM batch_rows r LEFT JOIN people p ON p.id = r.person_id
     WHERE r.batch_id = ${batchId} AND r.line > ${after}
       AND ${verdict === undefined ? sql`true` : sql`r.verdict = ${verdict}`}
       AND ${undo === undefined ? sql`true` : undo === "left" ? sql`r.undo IN ('kept', 'failed')` : sql`r.undo = ${undo}`}
       AND ${problem === undefined ? sql`true` : problemCondition(problem)}
     ORDER BY r.line LIMIT ${limit}`);
  return rows;
};

const isOld = sql`coalesce(b.finished_at, b.updated_at) < now() - make_interval(days => ${sql.raw(String(batchRetentionDays))})
  AND b.state NOT IN ('reading', 'checking', 'running', 'undoing')`;

/**
 * Ends batches whose time is over: from now on none of them is run, continued or undone. Their rows are deleted after
 * that, so an undo never finds a part of them. What an undo of merges needs is deleted at once.
 */
export const endOldBatches = async (tx: Tx): Promise<void> => {
  await tx.execute(sql`
    WITH ended AS (
      UPDATE batches b SET swept_at = now(),
             state = CASE WHEN state IN ('uploading', 'mapped', 'checked', 'paused') THEN 'cancelled' ELSE state END
       WHERE b.swept_at IS NULL AND ${isOld} RETURNING b.id)
    UPDATE merged_people m SET "row" = '{}', addresses = '[]', moved = '{}' FROM ended WHERE m.batch_id = ended.id`);
  // Files of uploads that were given up.
  await tx.execute(sql`
    DELETE FROM batch_files f USING batches b WHERE b.id = f.batch_id AND b.updated_at < now() - interval '7 days'`);
};

/** Deletes a part of the rows of ended batches; returns how many. */
export const sweepBatchRows = async (tx: Tx, limit: number): Promise<number> => {
  const { rowCount } = await tx.execute(sql`
    DELETE FROM batch_rows WHERE (batch_id, line) IN (
      SELECT r.batch_id, r.line FROM batches b
       CROSS JOIN LATERAL (SELECT batch_id, line FROM batch_rows WHERE batch_id = b.id ORDER BY line LIMIT ${limit}) r
       WHERE b.swept_at IS NOT NULL LIMIT ${limit})`);
  return rowCount ?? 0;
};

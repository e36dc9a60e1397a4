import { type SQL, sql } from "drizzle-orm";
import type { DeletionKind } from "#domain/deletion.ts";
import type { Reader, Tx } from "#server/db/database.ts";
import { detachRuns } from "#server/store/automation/end-runs.ts";
import { rememberRecordings } from "#server/store/delivery/recording-deletions.ts";
import { deleteEvents } from "#server/store/ingestion/delete-events.ts";
import { allowErasing } from "#server/store/people/erase-people.ts";

/** Rows of one table that go before, or are detached from, what is deleted. */
type DependentRows = {
  count: (id: string) => SQL;
  removeBatch: (tx: Tx, id: string, size: number) => Promise<number>;
};

const detached = (table: SQL, column: SQL): DependentRows => ({
  count: (id) => sql`SELECT count(*) FROM ${table} WHERE ${column} = ${id}`,
  removeBatch: async (tx, id, size) => {
    const { rowCount } = await tx.execute(sql`
      UPDATE ${table} SET ${column} = NULL
       WHERE id IN (SELECT id FROM ${table} WHERE ${column} = ${id} LIMIT ${size})`);
    return rowCount ?? 0;
  },
});

const deleted = (table: SQL, column: SQL): DependentRows => ({
  count: (id) => sql`SELECT count(*) FROM ${table} WHERE ${column} = ${id}`,
  removeBatch: async (tx, id, size) => {
    const { rowCount } = await tx.execute(sql`
      DELETE FROM ${table} WHERE id IN (SELECT id FROM ${table} WHERE ${column} = ${id} LIMIT ${size})`);
    return rowCount ?? 0;
  },
});

const events = (column: SQL): DependentRows => ({
  count: (id) => sql`SELECT count(*) FROM events WHERE ${column} = ${id}`,
  removeBatch: (tx, id, size) =>
    deleteEvents(tx, sql`SELECT id FROM events WHERE ${column} = ${id} LIMIT ${size}`),
});

/** Chooses rows once, because a second `LIMIT` could choose others. */
export const lockBatch = async (
  tx: Tx,
  table: SQL,
  condition: SQL,
  size: number,
): Promise<{ any: SQL; size: number }> => {
  const { rows } = await tx.execute<{ id: string }>(
    sql`SELECT id FROM ${table} WHERE ${condition} LIMIT ${size} FOR UPDATE`,
  );
  return { any: sql`ANY(${sql.param(rows.map(({ id }) => id))}::uuid[])`, size: rows.length };
};

/** Their receipts are deleted with messages. */
const messages: DependentRows = {
  count: (id) => sql`SELECT count(*) FROM actions WHERE person_id = ${id}`,
  removeBatch: async (tx, id, size) => {
    await allowErasing(tx);
    const batch = await lockBatch(tx, sql`actions`, sql`person_id = ${id}`, size);
    await rememberRecordings(
      tx,
      sql`SELECT id FROM actions WHERE id = ${batch.any} AND type IN ('call', 'voice_agent')`,
    );
    await tx.execute(sql`DELETE FROM delivery_receipts WHERE action_id = ${batch.any}`);
    await tx.execute(sql`DELETE FROM messages WHERE id = ${batch.any}`);
    await tx.execute(sql`DELETE FROM actions WHERE id = ${batch.any}`);
    return batch.size;
  },
};

const calls: DependentRows = {
  count: (id) => sql`SELECT count(*) FROM calls WHERE person_id = ${id}`,
  removeBatch: async (tx, id, size) => {
    const batch = await lockBatch(tx, sql`calls`, sql`person_id = ${id}`, size);
    await rememberRecordings(tx, sql`SELECT id FROM calls WHERE id = ${batch.any}`);
    await tx.execute(sql`DELETE FROM messages WHERE id = ${batch.any}`);
    await tx.execute(sql`DELETE FROM calls WHERE id = ${batch.any}`);
    return batch.size;
  },
};

const sequences: DependentRows = {
  count: (id) => sql`SELECT count(*) FROM sequence_runs WHERE rule_id = ${id}`,
  removeBatch: detachRuns,
};

/** In the order in which they are removed. */
const dependents: Record<DeletionKind, readonly DependentRows[]> = {
  rule: [sequences, detached(sql`actions`, sql`rule_id`), detached(sql`rule_runs`, sql`rule_id`)],
  endpoint: [events(sql`endpoint_id`)],
  person: [
    events(sql`person_id`),
    messages,
    deleted(sql`rule_runs`, sql`person_id`),
    deleted(sql`timeline`, sql`person_id`),
    calls,
  ],
};

export const countDependents = async (db: Reader, kind: DeletionKind, id: string): Promise<number> => {
  const counts = dependents[kind].map(({ count }) => sql`(${count(id)})`);
  const { rows } = await db.execute<{ total: number }>(
    sql`SELECT (${sql.join(counts, sql` + `)})::float8 AS total`,
  );
  return rows[0]?.total ?? 0;
};

/** Removes up to `size` rows; returns how many, 0 when none are left. */
export const removeDependents = async (
  tx: Tx,
  kind: DeletionKind,
  id: string,
  size: number,
): Promise<number> => {
  for (const { removeBatch } of dependents[kind]) {
    const removed = await removeBatch(tx, id, size);
    if (removed > 0) return removed;
  }
  return 0;
};

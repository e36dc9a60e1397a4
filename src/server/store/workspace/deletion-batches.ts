import { type SQL, sql } from "drizzle-orm";
import type { DeletionKind } from "#domain/deletion.ts";
import type { Reader, Tx } from "#server/db/database.ts";
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

/** Their receipts are deleted with messages. */
const messages: DependentRows = {
  count: (id) => sql`SELECT count(*) FROM actions WHERE person_id = ${id}`,
  removeBatch: async (tx, id, size) => {
    await allowErasing(tx);
    const { rowCount } = await tx.execute(sql`
      WITH batch AS (
        DELETE FROM actions WHERE id IN (SELECT id FROM actions WHERE person_id = ${id} LIMIT ${size})
        RETURNING id
      ), receipts AS (
        DELETE FROM delivery_receipts WHERE action_id IN (SELECT id FROM batch)
      )
      SELECT id FROM batch`);
    return rowCount ?? 0;
  },
};

/** In the order in which they are removed. */
const dependents: Record<DeletionKind, readonly DependentRows[]> = {
  rule: [detached(sql`actions`, sql`rule_id`), detached(sql`rule_runs`, sql`rule_id`)],
  endpoint: [events(sql`endpoint_id`)],
  person: [
    events(sql`person_id`),
    messages,
    deleted(sql`rule_runs`, sql`person_id`),
    deleted(sql`timeline`, sql`person_id`),
    deleted(sql`calls`, sql`person_id`),
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

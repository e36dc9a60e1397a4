import { desc, eq, type SQL, sql } from "drizzle-orm";
import { type RetainedKind, type RetentionCounts, retainedKinds } from "#domain/retention.ts";
import type { Reader, Tx } from "#server/db/database.ts";
import { retentionRuns } from "#server/db/schema/deletions.ts";
import { deleteEvents } from "#server/store/ingestion/delete-events.ts";
import { allowErasing } from "#server/store/people/erase-people.ts";

type OldRows = { table: SQL; isOld: (cutoff: string) => SQL };

const olderThan = (cutoff: string): SQL => sql`created_at < ${cutoff}::timestamptz`;

/** What is still waited for is kept, however old it is. */
const oldRows: Record<RetainedKind, OldRows> = {
  events: {
    table: sql`events`,
    isOld: (cutoff) => sql`${olderThan(cutoff)} AND validation_status <> 'received'`,
  },
  messages: {
    table: sql`actions`,
    isOld: (cutoff) =>
      sql`${olderThan(cutoff)} AND status NOT IN ('pending', 'held', 'dispatching', 'unknown')`,
  },
  calls: { table: sql`calls`, isOld: olderThan },
  timeline: { table: sql`timeline`, isOld: olderThan },
  rule_runs: { table: sql`rule_runs`, isOld: olderThan },
  notifications: { table: sql`notifications`, isOld: olderThan },
};

export const countOldRows = async (db: Reader, cutoff: Date): Promise<RetentionCounts> => {
  const counts = retainedKinds.map((kind) => {
    const { table, isOld } = oldRows[kind];
    return sql`(SELECT count(*) FROM ${table} WHERE ${isOld(cutoff.toISOString())})::float8 AS ${sql.identifier(kind)}`;
  });
  const { rows } = await db.execute<Record<RetainedKind, number>>(sql`SELECT ${sql.join(counts, sql`, `)}`);
  return rows[0] ?? {};
};

/** Deletes up to `size` old rows of a kind; returns how many. */
export const deleteOldRows = async (
  tx: Tx,
  kind: RetainedKind,
  cutoff: Date,
  size: number,
): Promise<number> => {
  const { table, isOld } = oldRows[kind];
  const batch = sql`SELECT id FROM ${table} WHERE ${isOld(cutoff.toISOString())} LIMIT ${size}`;
  if (kind === "events") return deleteEvents(tx, batch);
  await allowErasing(tx);
  const { rows } = await tx.execute<{ id: string }>(
    sql`DELETE FROM ${table} WHERE id IN (${batch}) RETURNING id`,
  );
  if (kind === "messages" && rows.length > 0)
    await tx.execute(sql`
      DELETE FROM delivery_receipts WHERE action_id = ANY(${sql.param(rows.map(({ id }) => id))}::uuid[])`);
  return rows.length;
};

export type RetentionRun = {
  id: string;
  days: number;
  cutoff: Date;
  counts: RetentionCounts;
  createdAt: Date;
  finishedAt: Date | null;
};

export const insertRetentionRun = async (tx: Tx, days: number, cutoff: Date): Promise<string> => {
  const [row] = await tx.insert(retentionRuns).values({ days, cutoff }).returning({ id: retentionRuns.id });
  if (!row) throw new Error("The retention run was not inserted");
  return row.id;
};

export const finishRetentionRun = async (tx: Tx, id: string, counts: RetentionCounts): Promise<void> => {
  await tx.update(retentionRuns).set({ counts, finishedAt: new Date() }).where(eq(retentionRuns.id, id));
};

export const listRetentionRuns = async (db: Reader, limit: number): Promise<RetentionRun[]> =>
  db.select().from(retentionRuns).orderBy(desc(retentionRuns.createdAt)).limit(limit);

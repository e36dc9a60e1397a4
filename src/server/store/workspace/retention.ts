import { desc, eq, type SQL, sql } from "drizzle-orm";
import { type RetainedKind, type RetentionCounts, retainedKinds } from "#domain/retention.ts";
import type { Reader, Tx } from "#server/db/database.ts";
import { retentionRuns } from "#server/db/schema/deletions.ts";
import { rememberRecordings } from "#server/store/delivery/recording-deletions.ts";
import { deleteEvents } from "#server/store/ingestion/delete-events.ts";
import { allowErasing } from "#server/store/people/erase-people.ts";
import { lockBatch } from "./deletion-batches.ts";

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
  form_submissions: { table: sql`form_submissions`, isOld: olderThan },
  questions: { table: sql`unanswered_questions`, isOld: olderThan },
  rule_runs: {
    table: sql`rule_runs`,
    isOld: (cutoff) => sql`${olderThan(cutoff)}
      AND NOT EXISTS (SELECT FROM sequence_runs s WHERE s.id = rule_runs.id
                         AND (s.state <> 'ended' OR s.goal_until > now()))`,
  },
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
  if (kind === "events")
    return deleteEvents(tx, sql`SELECT id FROM events WHERE ${isOld(cutoff.toISOString())} LIMIT ${size}`);
  await allowErasing(tx);
  const old = await lockBatch(tx, table, isOld(cutoff.toISOString()), size);
  if (kind === "calls") await rememberRecordings(tx, sql`SELECT id FROM calls WHERE id = ${old.any}`);
  if (kind === "messages") await tx.execute(sql`DELETE FROM delivery_receipts WHERE action_id = ${old.any}`);
  if (kind === "calls" || kind === "messages") {
    await tx.execute(sql`DELETE FROM messages WHERE id = ${old.any}`);
    await forgetLastTexts(tx, cutoff);
  }
  await tx.execute(sql`DELETE FROM ${table} WHERE id = ${old.any}`);
  return old.size;
};

/** The list of conversations shows the newest text, which may be that of a message that is deleted. */
const forgetLastTexts = (tx: Tx, cutoff: Date) =>
  tx.execute(sql`
    UPDATE threads SET last_text = NULL
     WHERE last_item_at < ${cutoff.toISOString()}::timestamptz AND last_text IS NOT NULL`);

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

import { and, desc, eq, inArray, sql } from "drizzle-orm";
import type { TrainingStage } from "#domain/scoring/training.ts";
import type { Reader, Tx } from "#server/db/database.ts";
import { scoreTrainings } from "#server/db/schema/learning.ts";

export type StoredTraining = typeof scoreTrainings.$inferSelect;

const isOpen = inArray(scoreTrainings.state, ["waiting", "running"]);

export const findNewestTraining = async (db: Reader): Promise<StoredTraining | undefined> =>
  (await db.select().from(scoreTrainings).orderBy(desc(scoreTrainings.createdAt)).limit(1))[0];

/** The training that waits or runs, or a new one. */
export const openTraining = async (
  tx: Tx,
  userId: string | null,
): Promise<{ training: StoredTraining; isNew: boolean }> => {
  const [inserted] = await tx.insert(scoreTrainings).values({ userId }).onConflictDoNothing().returning();
  if (inserted) return { training: inserted, isNew: true };
  const [open] = await tx.select().from(scoreTrainings).where(isOpen).for("update");
  if (!open) throw new Error("The open training ended meanwhile");
  return { training: open, isNew: false };
};

export const findOpenTraining = async (db: Reader, id: string): Promise<StoredTraining | undefined> =>
  (
    await db
      .select()
      .from(scoreTrainings)
      .where(and(eq(scoreTrainings.id, id), isOpen))
  )[0];

/** False where the training is over already. */
export const updateTraining = async (
  tx: Tx,
  id: string,
  change: { stage: TrainingStage; progress: number },
): Promise<boolean> => {
  const updated = await tx
    .update(scoreTrainings)
    .set({ ...change, state: "running" })
    .where(and(eq(scoreTrainings.id, id), isOpen))
    .returning({ id: scoreTrainings.id });
  return updated.length > 0;
};

/** Ends an open training; false where another run has ended it. */
export const endTraining = async (tx: Tx, id: string, state: "succeeded" | "failed"): Promise<boolean> => {
  const ended = await tx
    .update(scoreTrainings)
    .set({ state, finishedAt: new Date(), ...(state === "succeeded" ? { progress: 1 } : {}) })
    .where(and(eq(scoreTrainings.id, id), isOpen))
    .returning({ id: scoreTrainings.id });
  return ended.length > 0;
};

/** Deletes what can no longer be learned from, because the timeline of that time is gone. Returns how many. */
export const deleteOldSnapshots = async (tx: Tx, cutoff: Date, size: number): Promise<number> => {
  const { rowCount } = await tx.execute(sql`
    DELETE FROM score_snapshots WHERE ctid = ANY(ARRAY(
      SELECT ctid FROM score_snapshots WHERE taken_at < ${cutoff.toISOString()} LIMIT ${size} FOR UPDATE SKIP LOCKED))`);
  return rowCount ?? 0;
};

import { and, eq, sql } from "drizzle-orm";
import type { DeletionKind, DeletionStatus } from "#domain/deletion.ts";
import type { Reader, Tx } from "#server/db/database.ts";
import { deletions } from "#server/db/schema/deletions.ts";

export type DeletionRow = {
  id: string;
  kind: DeletionKind;
  targetId: string;
  total: number;
  done: number;
  status: DeletionStatus;
  createdBy: string | null;
  createdAt: Date;
  finishedAt: Date | null;
};

export const insertDeletion = async (
  tx: Tx,
  deletion: { kind: DeletionKind; targetId: string; total: number; createdBy: string | null },
): Promise<DeletionRow> => {
  const [row] = await tx.insert(deletions).values(deletion).returning();
  if (!row) throw new Error("The deletion was not inserted");
  return row as DeletionRow;
};

export const findDeletion = async (db: Reader, id: string): Promise<DeletionRow | undefined> => {
  const [row] = await db.select().from(deletions).where(eq(deletions.id, id));
  return row as DeletionRow | undefined;
};

export const findRunningDeletion = async (db: Reader, targetId: string): Promise<DeletionRow | undefined> => {
  const [row] = await db
    .select()
    .from(deletions)
    .where(and(eq(deletions.targetId, targetId), eq(deletions.status, "running")));
  return row as DeletionRow | undefined;
};

export const addDeletedRows = async (tx: Tx, id: string, rows: number): Promise<void> => {
  await tx
    .update(deletions)
    .set({ done: sql`done + ${rows}` })
    .where(eq(deletions.id, id));
};

export const endDeletion = async (tx: Tx, id: string, status: "done" | "failed"): Promise<void> => {
  await tx.update(deletions).set({ status, finishedAt: new Date() }).where(eq(deletions.id, id));
};

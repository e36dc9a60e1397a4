import { and, desc, eq, inArray, isNull, sql } from "drizzle-orm";
import {
  type BackupProblem,
  type BackupStage,
  type BackupTargetKind,
  type BackupTrigger,
  backupName,
  type LastScheduled,
} from "#domain/backups/backup.ts";
import type { HealthFigures } from "#domain/health/health-figures.ts";
import type { Reader, Tx } from "#server/db/database.ts";
import { newId } from "#server/db/id.ts";
import { backups } from "#server/db/schema/backups.ts";

export type StoredBackup = typeof backups.$inferSelect;

export const listBackups = (db: Reader, limit: number): Promise<StoredBackup[]> =>
  db.select().from(backups).orderBy(desc(backups.createdAt), desc(backups.id)).limit(limit);

export const findBackup = async (db: Reader, id: string): Promise<StoredBackup | undefined> =>
  (await db.select().from(backups).where(eq(backups.id, id)))[0];

export const findRunningBackup = async (db: Reader): Promise<StoredBackup | undefined> =>
  (await db.select().from(backups).where(eq(backups.state, "running")))[0];

export const findLastScheduled = async (db: Reader): Promise<LastScheduled> => {
  const [row] = await db
    .select()
    .from(backups)
    .where(eq(backups.trigger, "schedule"))
    .orderBy(desc(backups.createdAt), desc(backups.id))
    .limit(1);
  return row && { startedAt: row.createdAt.getTime(), state: row.state };
};

/** Under `lockBackups`, because one runs at a time. */
export const insertBackup = async (
  tx: Tx,
  { trigger, target, now }: { trigger: BackupTrigger; target: BackupTargetKind; now: number },
): Promise<string> => {
  const id = newId();
  const createdAt = new Date(now);
  await tx
    .insert(backups)
    .values({ id, trigger, target, name: backupName(createdAt.toISOString(), id), createdAt });
  return id;
};

export const saveProgress = async (
  tx: Tx,
  id: string,
  progress: { stage: BackupStage; bytes: number },
): Promise<void> => {
  await tx
    .update(backups)
    .set(progress)
    .where(and(eq(backups.id, id), eq(backups.state, "running")));
};

export type EndedBackup = {
  state: "verified" | "unverified" | "failed";
  problem: BackupProblem | null;
  bytes: number;
  rows: number;
};

export const endBackup = async (tx: Tx, id: string, ended: EndedBackup, at: Date): Promise<void> => {
  await tx
    .update(backups)
    .set({ ...ended, endedAt: at })
    .where(and(eq(backups.id, id), eq(backups.state, "running")));
};

/** Those of a target whose files are there, newest first. */
export const listStoredBackups = (db: Reader, target: BackupTargetKind): Promise<StoredBackup[]> =>
  db
    .select()
    .from(backups)
    .where(
      and(
        eq(backups.target, target),
        isNull(backups.deletedAt),
        inArray(backups.state, ["verified", "unverified"]),
      ),
    )
    .orderBy(desc(backups.createdAt), desc(backups.id));

export const markDeleted = async (tx: Tx, ids: string[], at: Date): Promise<void> => {
  if (ids.length > 0) await tx.update(backups).set({ deletedAt: at }).where(inArray(backups.id, ids));
};

/** What Settings › Health says of backups. */
export const readBackupFigures = async (tx: Tx): Promise<HealthFigures["backups"]> => {
  const { rows } = await tx.execute<{
    enabled: boolean;
    verifiedSecondsAgo: number | null;
    storedSecondsAgo: number | null;
    failedSecondsAgo: number | null;
    enabledSeconds: number | null;
  }>(sql`
    SELECT coalesce((SELECT enabled FROM backup_settings), false) AS enabled,
           (SELECT extract(epoch FROM now() - created_at)::float8 FROM backup_settings) AS "enabledSeconds",
           (SELECT extract(epoch FROM now() - ended_at)::float8 FROM backups
             WHERE state = 'verified' ORDER BY created_at DESC LIMIT 1) AS "verifiedSecondsAgo",
           (SELECT extract(epoch FROM now() - ended_at)::float8 FROM backups
             WHERE state IN ('verified', 'unverified') ORDER BY created_at DESC LIMIT 1) AS "storedSecondsAgo",
           (SELECT extract(epoch FROM now() - ended_at)::float8 FROM backups
             WHERE state = 'failed' ORDER BY created_at DESC LIMIT 1) AS "failedSecondsAgo"`);
  const [row] = rows;
  return {
    isScheduled: row?.enabled ?? false,
    scheduledSecondsAgo: row?.enabledSeconds ?? 0,
    verifiedSecondsAgo: row?.verifiedSecondsAgo ?? null,
    storedSecondsAgo: row?.storedSecondsAgo ?? null,
    failedSecondsAgo: row?.failedSecondsAgo ?? null,
  };
};

import { instantAtHour } from "#domain/day.ts";

export const backupTargets = ["folder", "s3"] as const;
export type BackupTargetKind = (typeof backupTargets)[number];

/** `unverified`: it was written whole, but could not be restored as a test. */
export const backupStates = ["running", "verified", "unverified", "failed"] as const;
export type BackupState = (typeof backupStates)[number];

export const backupStages = ["waiting", "writing", "verifying"] as const;
export type BackupStage = (typeof backupStages)[number];

export const backupTriggers = ["schedule", "manual"] as const;
export type BackupTrigger = (typeof backupTriggers)[number];

/** Why a backup failed or was not verified; the interface has its text in both languages. */
export const backupProblems = [
  "folder_not_writable",
  "disk_full",
  "store_unreachable",
  "store_refused",
  "store_bucket_missing",
  "store_failed",
  "database_failed",
  "damaged",
  "counts_differ",
  "no_right_to_verify",
  "no_space_to_verify",
  "interrupted",
  "internal",
] as const;
export type BackupProblem = (typeof backupProblems)[number];

const hourMs = 3_600_000;

/** The newest instant at which the clock of the workspace showed this hour. */
const newestSlot = (now: number, hour: number, zone: string): number => {
  const today = instantAtHour(now, zone, hour);
  return today <= now ? today : instantAtHour(now, zone, hour, 1);
};

export type BackupSchedule = { enabled: boolean; hour: number /** When it was saved. */; since: number };
export type LastScheduled = { startedAt: number; state: BackupState } | undefined;

/**
 * Daily at the hour, later where no worker ran then, and again an hour after a failure. Saving the schedule starts no
 * backup by itself.
 */
export const isBackupDue = (
  now: number,
  { enabled, hour, since }: BackupSchedule,
  zone: string,
  last: LastScheduled,
): boolean => {
  if (!enabled || last?.state === "running") return false;
  if (last?.state === "failed" && now - last.startedAt >= hourMs) return true;
  return newestSlot(now, hour, zone) > Math.max(since, last?.startedAt ?? 0);
};

type KeptBackup = { id: string; state: BackupState };

/** Of the stored backups, newest first, those to delete. The newest verified one always stays. */
export const backupsToDelete = <B extends KeptBackup>(stored: readonly B[], keep: number): B[] => {
  const newestVerified = stored.find(({ state }) => state === "verified");
  return stored.slice(keep).filter(({ id }) => id !== newestVerified?.id);
};

/** A name that sorts by time and says nothing of the workspace. */
export const backupName = (isoStart: string, id: string): string =>
  `faro-${isoStart.slice(0, 16).replaceAll(":", "")}Z-${id.slice(-8)}.backup`;

import type { JobContext } from "#server/jobs/job.ts";
import { openSecretKey, type StoredBackupSettings } from "#server/store/backups/backup-settings.ts";
import type { BackupTarget } from "./backup-target.ts";
import { folderTarget } from "./folder-target.ts";
import { s3Target } from "./s3-target.ts";

export const createBackupTarget = (
  settings: StoredBackupSettings,
  { egress, keyring, backups }: Pick<JobContext, "egress" | "keyring" | "backups">,
): BackupTarget =>
  settings.target === "folder"
    ? folderTarget(backups.folder)
    : s3Target(egress, { ...settings, secretAccessKey: openSecretKey(keyring, settings) });

import type { BackupProblem } from "#domain/backups/backup.ts";

/** Why a backup cannot be written, read or verified. */
export class BackupError extends Error {
  readonly problem: BackupProblem;
  constructor(problem: BackupProblem, options?: ErrorOptions) {
    super(`The backup failed: ${problem}`, options);
    this.problem = problem;
  }
}

const fileProblems: Record<string, BackupProblem> = {
  EACCES: "folder_not_writable",
  EPERM: "folder_not_writable",
  EROFS: "folder_not_writable",
  ENOTDIR: "folder_not_writable",
  ENOSPC: "disk_full",
  EDQUOT: "disk_full",
  // Of PostgreSQL: no right to create a database, and no space for one.
  "42501": "no_right_to_verify",
  "53100": "disk_full",
};

const isStreamDamage = (code: string): boolean => code.startsWith("Z_");

export const toBackupProblem = (error: unknown, otherwise: BackupProblem): BackupProblem => {
  if (error instanceof BackupError) return error.problem;
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return fileProblems[code] ?? (isStreamDamage(code) ? "damaged" : otherwise);
};

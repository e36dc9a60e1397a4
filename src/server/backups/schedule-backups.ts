import * as z from "zod";
import { isBackupDue } from "#domain/backups/backup.ts";
import { retryPolicies } from "#domain/retry.ts";
import { system } from "#server/audit/entry.ts";
import { defineJob } from "#server/jobs/job.ts";
import { lockBackups } from "#server/store/backups/backup-settings.ts";
import { findLastScheduled, findRunningBackup, insertBackup } from "#server/store/backups/backups.ts";
import { runBackup } from "./run-backup.ts";

/** Begins the daily backup when it is due. */
export const scheduleBackups = defineJob({
  name: "schedule-backups",
  payload: z.object({}),
  retry: retryPolicies.scheduledJob,
  batchSize: 1,
  schedule: "*/5 * * * *",
  run: async (_batch, { write, general }) => {
    const { timezone } = await general();
    await write(system, async ({ tx, touch, enqueue, clock }) => {
      const settings = await lockBackups(tx);
      if (!settings || (await findRunningBackup(tx))) return;
      const now = clock.now();
      const schedule = { ...settings, since: settings.createdAt.getTime() };
      if (!isBackupDue(now, schedule, timezone, await findLastScheduled(tx))) return;
      const id = await insertBackup(tx, { trigger: "schedule", target: settings.target, now });
      enqueue(runBackup, { id });
      touch("backups");
    });
  },
});

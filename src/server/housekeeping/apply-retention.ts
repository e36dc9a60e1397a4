import * as z from "zod";
import { type RetentionCounts, retainedKinds, retentionCutoff } from "#domain/retention.ts";
import { retryPolicies } from "#domain/retry.ts";
import { system } from "#server/audit/entry.ts";
import { defineJob } from "#server/jobs/job.ts";
import { deleteOldRows, finishRetentionRun, insertRetentionRun } from "#server/store/workspace/retention.ts";
import { readGeneralSettings } from "#server/store/workspace/settings.ts";
import type { Write } from "#server/store/write.ts";

const batchSize = 10_000;

const deleteAll = async (write: Write, cutoff: Date): Promise<RetentionCounts> => {
  const counts: RetentionCounts = {};
  for (const kind of retainedKinds) {
    let deleted: number;
    do {
      deleted = await write(system, ({ tx }) => deleteOldRows(tx, kind, cutoff, batchSize));
      counts[kind] = (counts[kind] ?? 0) + deleted;
    } while (deleted === batchSize);
  }
  return counts;
};

/** Deletes every night what is older than the retention of the general settings, and records what went. */
export const applyRetention = defineJob({
  name: "apply-retention",
  payload: z.object({}),
  retry: retryPolicies.job,
  batchSize: 1,
  schedule: "41 7 * * *",
  run: async (_batch, { database, write }) => {
    const { dataRetention: days } = await readGeneralSettings(database.db);
    const instant = retentionCutoff(days, Date.now());
    if (instant === null) return;
    const cutoff = new Date(instant);
    const run = await write(system, ({ tx }) => insertRetentionRun(tx, days, cutoff));
    const counts = await deleteAll(write, cutoff);
    const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
    await write(system, async ({ tx, audit, touch }) => {
      await finishRetentionRun(tx, run, counts);
      touch("settings");
      if (total === 0) return;
      audit({
        eventType: "data_change",
        entityType: "workspace",
        entityId: "retention",
        details: { kind: "old_rows_deleted", count: total, days },
        metadata: { days, cutoff: cutoff.toISOString(), counts },
      });
      touch("events", "actions", "calls", "people", "notifications", "knowledge");
    });
  },
});

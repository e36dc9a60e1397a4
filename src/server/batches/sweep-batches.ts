import * as z from "zod";
import { retryPolicies } from "#domain/retry.ts";
import { system } from "#server/audit/entry.ts";
import { defineJob } from "#server/jobs/job.ts";
import { endOldBatches, sweepBatchRows } from "#server/store/batches/batches.ts";

const pageSize = 10_000;

/** Deletes the rows of batches that ended 90 days ago, and files of uploads that were given up. */
export const sweepBatches = defineJob({
  name: "sweep-batches",
  payload: z.object({}),
  retry: retryPolicies.scheduledJob,
  batchSize: 10,
  schedule: "47 4 * * *",
  run: async (_batch, { write }) => {
    await write(system, async ({ tx, touch }) => {
      await endOldBatches(tx);
      touch("batches");
    });
    while ((await write(system, ({ tx }) => sweepBatchRows(tx, pageSize))) === pageSize);
  },
});

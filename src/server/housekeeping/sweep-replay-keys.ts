import * as z from "zod";
import { retryPolicies } from "#domain/retry.ts";
import { system } from "#server/audit/entry.ts";
import { defineJob } from "#server/jobs/job.ts";
import { deleteExpiredReplayKeys } from "#server/store/ingestion/replay-keys.ts";

/** Deletes the keys of signed deliveries that no sender repeats any more. */
export const sweepReplayKeys = defineJob({
  name: "sweep-replay-keys",
  payload: z.object({}),
  retry: retryPolicies.scheduledJob,
  batchSize: 10,
  schedule: "20 * * * *",
  run: async (_batch, { write }) => {
    await write(system, ({ tx }) => deleteExpiredReplayKeys(tx));
  },
});

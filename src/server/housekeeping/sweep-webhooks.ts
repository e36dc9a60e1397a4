import * as z from "zod";
import { retryPolicies } from "#domain/retry.ts";
import { system } from "#server/audit/entry.ts";
import { defineJob } from "#server/jobs/job.ts";
import { deleteAbandoned, deleteOldEvents, finishWebhookSweep } from "#server/store/webhooks/sweep.ts";

const batchSize = 5000;

/** Deletes webhook events that are older than the log, and what deleted subscriptions left. */
export const sweepWebhooks = defineJob({
  name: "sweep-webhooks",
  payload: z.object({}),
  retry: retryPolicies.scheduledJob,
  batchSize: 1,
  schedule: "34 * * * *",
  run: async (_batch, { write }) => {
    for (const sweep of [deleteOldEvents, deleteAbandoned])
      while ((await write(system, ({ tx }) => sweep(tx, batchSize))) === batchSize);
    await write(system, ({ tx }) => finishWebhookSweep(tx));
  },
});

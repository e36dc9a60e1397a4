import * as z from "zod";
import { retryPolicies } from "#domain/retry.ts";
import { system } from "#server/audit/entry.ts";
import { defineJob } from "#server/jobs/job.ts";
import { deleteOrphanedUnread } from "#server/store/ingestion/unread-events.ts";

/** Deletes events that were accepted while their endpoint was being deleted. */
export const sweepUnreadEvents = defineJob({
  name: "sweep-unread-events",
  payload: z.object({}),
  retry: retryPolicies.scheduledJob,
  batchSize: 10,
  schedule: "*/10 * * * *",
  run: async (_batch, { write }) => {
    await write(system, ({ tx }) => deleteOrphanedUnread(tx));
  },
});

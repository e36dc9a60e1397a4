import * as z from "zod";
import { retryPolicies } from "#domain/retry.ts";
import { system } from "#server/audit/entry.ts";
import { defineJob } from "#server/jobs/job.ts";
import { deleteOrphanedUnread } from "#server/store/ingestion/unread-events.ts";

/** Lets go of what came in while its endpoint was being deleted. */
export const sweepUnreadEvents = defineJob({
  name: "sweep-arrivals",
  payload: z.object({}),
  retry: retryPolicies.scheduledJob,
  batchSize: 10,
  schedule: "*/10 * * * *",
  run: async (_batch, { write }) => {
    await write(system, ({ tx }) => deleteOrphanedUnread(tx));
  },
});

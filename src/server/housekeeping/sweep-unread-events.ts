import * as z from "zod";
import { system } from "#server/audit/entry.ts";
import { defineJob } from "#server/jobs/job.ts";
import { dropOrphans } from "#server/store/ingestion/unread-events.ts";

/** Lets go of what came in while its endpoint was being deleted. */
export const sweepArrivals = defineJob({
  name: "sweep-arrivals",
  payload: z.object({}),
  retry: { limit: 1, delaySeconds: 5, maxDelaySeconds: 5 },
  batchSize: 10,
  schedule: "*/10 * * * *",
  run: async (_batch, { write }) => {
    await write(system, ({ tx }) => dropOrphans(tx));
  },
});

import * as z from "zod";
import { defineJob } from "#server/jobs/job.ts";

export const foldCounters = defineJob({
  name: "fold-counters",
  payload: z.object({}),
  retry: { limit: 3, delaySeconds: 5, maxDelaySeconds: 60 },
  batchSize: 10,
  schedule: "* * * * *",
  run: async (_batch, { database }) => void (await database.pool.query("SELECT fold_counters()")),
});

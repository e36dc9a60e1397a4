import * as z from "zod";
import { retryPolicies } from "#domain/retry.ts";
import { defineJob } from "#server/jobs/job.ts";

export const compactCounters = defineJob({
  name: "compact-counters",
  payload: z.object({}),
  retry: retryPolicies.job,
  batchSize: 10,
  schedule: "* * * * *",
  run: async (_batch, { database }) => void (await database.pool.query("SELECT compact_counters()")),
});

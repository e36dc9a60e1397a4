import * as z from "zod";
import { retryPolicies } from "#domain/retry.ts";
import { defineJob } from "#server/jobs/job.ts";
import { countReports, type RestingHours } from "#server/store/reports/count-reports.ts";

const resting: RestingHours = new Map();

/** Once a minute, so that a figure is a minute old at most, but for hours with very many rows. */
export const countReportsJob = defineJob({
  name: "count-reports",
  payload: z.object({}),
  retry: retryPolicies.job,
  batchSize: 10,
  schedule: "* * * * *",
  run: async (_batch, { database, general }) =>
    countReports(database.db, (await general()).timezone, { resting }),
});

import * as z from "zod";
import { retryPolicies } from "#domain/retry.ts";
import { system } from "#server/audit/entry.ts";
import { defineJob } from "#server/jobs/job.ts";
import { deleteExpiredLinks } from "#server/store/delivery/short-links.ts";

const batchSize = 5000;

/** Deletes short links that have expired. */
export const sweepShortLinks = defineJob({
  name: "sweep-short-links",
  payload: z.object({}),
  retry: retryPolicies.scheduledJob,
  batchSize: 1,
  schedule: "52 5 * * *",
  run: async (_batch, { write }) => {
    while ((await write(system, ({ tx }) => deleteExpiredLinks(tx, batchSize))) === batchSize);
  },
});

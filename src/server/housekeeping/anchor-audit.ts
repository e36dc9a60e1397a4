import * as z from "zod";
import { retryPolicies } from "#domain/retry.ts";
import { anchorHead } from "#server/audit/anchor.ts";
import { defineJob } from "#server/jobs/job.ts";

export const anchorAudit = defineJob({
  name: "anchor-audit",
  payload: z.object({}),
  retry: retryPolicies.job,
  batchSize: 10,
  schedule: "* * * * *",
  run: async (_batch, { database, keyring, dataDir }) => {
    await anchorHead(database.pool, keyring, dataDir);
  },
});

import * as z from "zod";
import { retryPolicies } from "#domain/retry.ts";
import { system } from "#server/audit/entry.ts";
import { defineJob } from "#server/jobs/job.ts";
import { queueTaskChecks } from "#server/store/integrations/external-tasks.ts";
import { sweepWork } from "#server/store/integrations/integration-work.ts";

const maxChecks = 100;

/** Asks about open tasks of other systems, and deletes work that is long done. */
export const sweepIntegrations = defineJob({
  name: "sweep-integrations",
  payload: z.object({}),
  retry: retryPolicies.scheduledJob,
  batchSize: 1,
  schedule: "*/10 * * * *",
  run: (_batch, { write }) =>
    write(system, async ({ tx, touch }) => {
      await sweepWork(tx);
      if ((await queueTaskChecks(tx, maxChecks)) > 0) touch("integration-work");
    }),
});

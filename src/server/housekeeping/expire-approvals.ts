import * as z from "zod";
import { retryPolicies } from "#domain/retry.ts";
import { system } from "#server/audit/entry.ts";
import { defineJob } from "#server/jobs/job.ts";
import { deleteOldApprovals, expireApprovals } from "#server/store/delivery/approvals.ts";

const batchSize = 500;

/** Notes which requests of programs were not decided in time, and deletes old ones. */
export const expireApprovalsJob = defineJob({
  name: "expire-approvals",
  payload: z.object({}),
  retry: retryPolicies.job,
  batchSize: 10,
  schedule: "* * * * *",
  run: async (_batch, { write }) => {
    const expireBatch = () =>
      write(system, async ({ tx, touch }) => {
        const expired = await expireApprovals(tx, batchSize);
        if (expired > 0) touch("approvals", "broadcasts");
        return expired;
      });
    while ((await expireBatch()) === batchSize);
    await write(system, ({ tx }) => deleteOldApprovals(tx));
  },
});

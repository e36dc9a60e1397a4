import * as z from "zod";
import { retryPolicies } from "#domain/retry.ts";
import { system } from "#server/audit/entry.ts";
import type { WorkVendor } from "#server/connectors/work/work-vendor.ts";
import { pollKindOf, workVendors } from "#server/connectors/work/work-vendors.ts";
import { defineJob, type JobContext } from "#server/jobs/job.ts";
import { findGrant } from "#server/store/connections/oauth-grants.ts";
import { queuePoll } from "#server/store/integrations/poll-cursors.ts";

/** A vendor that was never connected is not asked, because that would only fail. */
const isConnected = async (
  { connector }: WorkVendor,
  { vendors, database }: Pick<JobContext, "vendors" | "database">,
): Promise<boolean> => {
  const opened = await vendors.open(connector);
  if (!opened.ok || opened.mode !== "live") return false;
  return Boolean(opened.settings.accessToken) || (await findGrant(database.db, connector.id)) !== undefined;
};

/** Lists new leads and messages now and then: reports of leads may be missed, and there are none of messages. */
export const queuePolls = defineJob({
  name: "queue-polls",
  payload: z.object({}),
  retry: retryPolicies.scheduledJob,
  batchSize: 1,
  schedule: "*/5 * * * *",
  run: async (_batch, context) => {
    for (const vendor of workVendors) {
      const kind = pollKindOf(vendor);
      if (!kind || !(await isConnected(vendor, context))) continue;
      await context.write(system, async ({ tx, touch }) => {
        if (await queuePoll(tx, vendor.connector.id, kind)) touch("integration-work");
      });
    }
  },
});

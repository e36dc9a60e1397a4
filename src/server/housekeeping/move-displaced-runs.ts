import * as z from "zod";
import { retryPolicies } from "#domain/retry.ts";
import { system } from "#server/audit/entry.ts";
import { defineJob } from "#server/jobs/job.ts";
import {
  findPlaces,
  listOccupiedSteps,
  moveFromRemovedSteps,
} from "#server/store/automation/removed-steps.ts";
import { lockRule } from "#server/store/automation/rules.ts";

/** Moves the people at steps that an edit removed, page by page, where they are too many for the edit itself. */
export const moveDisplacedRuns = defineJob({
  name: "move-displaced-runs",
  payload: z.object({ ruleId: z.uuid() }),
  retry: retryPolicies.scheduledJob,
  batchSize: 1,
  run: async (batch, { write }) => {
    for (const { ruleId } of batch) {
      let hasMore: boolean;
      do
        hasMore = await write(system, async ({ tx, touch }) => {
          // An edit at the same time waits, and says anew where they go.
          if (!(await lockRule(tx, ruleId))) return false;
          const found = await findPlaces(tx, ruleId, await listOccupiedSteps(tx, ruleId));
          if (!found || found.places.size === 0) return false;
          touch("rule-runs", "actions");
          return moveFromRemovedSteps(tx, ruleId, found);
        });
      while (hasMore);
    }
  },
});

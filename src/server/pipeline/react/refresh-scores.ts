import { setTimeout as sleep } from "node:timers/promises";
import * as z from "zod";
import { retryPolicies } from "#domain/retry.ts";
import { system } from "#server/audit/entry.ts";
import { defineJob } from "#server/jobs/job.ts";
import { countWaitingReactions, enqueueStaleScores } from "#server/store/automation/reaction-queue.ts";

const maxRunMs = 20_000;
/** Few enough that an event that arrives meanwhile never waits long behind them. */
const pageSize = 500;
const queueFullPauseMs = 200;

/**
 * Scores change with time even when nothing happens: events become older and silence longer. People who were not
 * scored for most of a day go through the ordinary queue again, so that rules fire on what they cross.
 */
export const refreshScores = defineJob({
  name: "refresh-scores",
  payload: z.object({}),
  retry: retryPolicies.scheduledJob,
  batchSize: 10,
  schedule: "*/5 * * * *",
  run: async (_batch, { write }) => {
    const endsAt = Date.now() + maxRunMs;
    let afterId: string | null = null;
    while (Date.now() < endsAt) {
      const lastId: string | "queue full" | undefined = await write(system, async ({ tx, touch }) => {
        if ((await countWaitingReactions(tx)) >= pageSize) return "queue full";
        const enqueued = await enqueueStaleScores(tx, afterId, pageSize);
        if (enqueued !== undefined) touch("people");
        return enqueued;
      });
      if (lastId === undefined) return;
      if (lastId === "queue full") await sleep(queueFullPauseMs);
      else afterId = lastId;
    }
  },
});

import { setTimeout as sleep } from "node:timers/promises";
import * as z from "zod";
import { system } from "#server/audit/entry.ts";
import { defineJob } from "#server/jobs/job.ts";
import { noteTimePassed, waitingHappenings } from "#server/store/people/stale-scores.ts";

const longestRunMs = 20_000;
/** So few at a time that whatever really happens never waits behind them for long. */
const mostAtOnce = 500;

/**
 * Scores move with time even when nothing happens: recency fades and silence grows. Whoever was not scored for most
 * of a day is scored again by the ordinary stage, and rules fire on what crosses.
 */
export const refreshScores = defineJob({
  name: "refresh-scores",
  payload: z.object({}),
  retry: { limit: 1, delaySeconds: 60, maxDelaySeconds: 60 },
  batchSize: 10,
  schedule: "*/5 * * * *",
  run: async (_batch, { write }) => {
    const until = Date.now() + longestRunMs;
    let after: string | null = null;
    while (Date.now() < until) {
      const last: string | "busy" | undefined = await write(system, async ({ tx, touch }) => {
        if ((await waitingHappenings(tx)) >= mostAtOnce) return "busy";
        const noted = await noteTimePassed(tx, after, mostAtOnce);
        if (noted !== undefined) touch("people");
        return noted;
      });
      if (last === undefined) return;
      if (last === "busy") await sleep(200);
      else after = last;
    }
  },
});

import { setTimeout as sleep } from "node:timers/promises";
import * as z from "zod";
import { defineJob } from "#server/jobs/job.ts";

/** Records its start; with STUCK set, it does not end. */
export const stuck = defineJob({
  name: "test-stuck",
  payload: z.object({ n: z.number() }),
  retry: { maxAttempts: 4, firstDelayMs: 1000, factor: 2, maxDelayMs: 1000 },
  batchSize: 1,
  run: async ([payload], { database }) => {
    await database.pool.query("INSERT INTO marks VALUES ($1, $2, 'started')", [payload?.n, process.pid]);
    if (process.env.STUCK) await sleep(600_000);
  },
});

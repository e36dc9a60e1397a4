import * as z from "zod";
import { system } from "#server/audit/entry.ts";
import { defineJob } from "#server/jobs/job.ts";
import { duePulls } from "#server/store/ingestion/pull.ts";
import { pullEndpoint } from "./pull-endpoint.ts";

/** Looks each minute which endpoints are to be read. */
export const schedulePulls = defineJob({
  name: "schedule-pulls",
  payload: z.object({}),
  retry: { limit: 1, delaySeconds: 5, maxDelaySeconds: 5 },
  batchSize: 10,
  schedule: "* * * * *",
  run: async (_batch, { write }) => {
    await write(system, async ({ tx, enqueue }) => {
      for (const id of await duePulls(tx, pullEndpoint.name)) enqueue(pullEndpoint, { id });
    });
  },
});

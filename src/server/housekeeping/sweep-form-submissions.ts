import * as z from "zod";
import { retryPolicies } from "#domain/retry.ts";
import { system } from "#server/audit/entry.ts";
import { defineJob } from "#server/jobs/job.ts";
import { deleteUnlinkedSubmissions } from "#server/store/forms/submissions.ts";

const batchSize = 10_000;

/** Deletes what visitors sent in forms and what never became the event of a person. */
export const sweepFormSubmissions = defineJob({
  name: "sweep-form-submissions",
  payload: z.object({}),
  retry: retryPolicies.scheduledJob,
  batchSize: 1,
  schedule: "53 6 * * *",
  run: async (_batch, { write }) => {
    let deleted: number;
    do deleted = await write(system, ({ tx }) => deleteUnlinkedSubmissions(tx, batchSize));
    while (deleted === batchSize);
  },
});

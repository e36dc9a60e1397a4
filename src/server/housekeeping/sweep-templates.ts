import * as z from "zod";
import { retryPolicies } from "#domain/retry.ts";
import { system } from "#server/audit/entry.ts";
import { defineJob } from "#server/jobs/job.ts";
import {
  deleteOldVersions,
  deleteUnusedPictures,
  noteUnusedPictures,
} from "#server/store/delivery/template-retention.ts";

const batchSize = 500;

/** Deletes old versions of templates, and pictures that no template names any more. */
export const sweepTemplates = defineJob({
  name: "sweep-templates",
  payload: z.object({}),
  retry: retryPolicies.scheduledJob,
  batchSize: 1,
  // Before the contents that no file has.
  schedule: "20 4 * * *",
  run: async (_batch, { write }) => {
    while ((await write(system, ({ tx }) => deleteOldVersions(tx, batchSize))) === batchSize);
    await write(system, ({ tx }) => noteUnusedPictures(tx));
    while ((await write(system, ({ tx }) => deleteUnusedPictures(tx, batchSize))) === batchSize);
  },
});

import * as z from "zod";
import { retryPolicies } from "#domain/retry.ts";
import { system } from "#server/audit/entry.ts";
import { defineJob } from "#server/jobs/job.ts";
import { deleteAbandonedUploads } from "#server/store/conversations/outgoing-files.ts";
import { deleteOrphanedBlobs } from "#server/store/ingestion/blobs.ts";

const batchSize = 200;

/** Deletes uploads that were never sent, and contents whose files were deleted with their messages. */
export const sweepUploads = defineJob({
  name: "sweep-uploads",
  payload: z.object({}),
  retry: retryPolicies.scheduledJob,
  batchSize: 10,
  schedule: "40 4 * * *",
  run: async (_batch, { write }) => {
    for (const deleteSome of [deleteAbandonedUploads, deleteOrphanedBlobs])
      while ((await write(system, ({ tx }) => deleteSome(tx, batchSize))) === batchSize);
  },
});

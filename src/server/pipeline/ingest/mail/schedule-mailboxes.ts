import * as z from "zod";
import { system } from "#server/audit/entry.ts";
import { defineJob } from "#server/jobs/job.ts";
import { dueMailboxes } from "#server/store/ingestion/mailboxes.ts";
import { readMailbox } from "./read-mailbox.ts";

/** Looks each minute which mailboxes are to be read. */
export const scheduleMailboxes = defineJob({
  name: "schedule-mailboxes",
  payload: z.object({}),
  retry: { limit: 1, delaySeconds: 5, maxDelaySeconds: 5 },
  batchSize: 10,
  schedule: "* * * * *",
  run: async (_batch, { write }) => {
    await write(system, async ({ tx, enqueue }) => {
      for (const id of await dueMailboxes(tx, readMailbox.name)) enqueue(readMailbox, { id });
    });
  },
});

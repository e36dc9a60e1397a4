import * as z from "zod";
import { retryPolicies } from "#domain/retry.ts";
import { system } from "#server/audit/entry.ts";
import { defineJob } from "#server/jobs/job.ts";
import { claimDueSnoozes } from "#server/store/conversations/snoozed-threads.ts";
import { applyToThreads } from "#server/store/conversations/threads.ts";
import { readPersonNames } from "#server/store/people/person-name.ts";
import { addNotifications } from "#server/store/workspace/notifications.ts";
import type { Write } from "#server/store/write.ts";

const batchSize = 200;

/** Opens a batch of threads whose snooze has ended, and tells their owners; returns how many. */
const wakeBatch = (write: Write): Promise<number> =>
  write(system, async ({ tx, touch }) => {
    const due = await claimDueSnoozes(tx, batchSize);
    if (due.length === 0) return 0;
    const results = await applyToThreads(
      tx,
      due.map((personId) => ({ kind: "wake", personId })),
      Date.now(),
    );
    const names = await readPersonNames(tx, due);
    await addNotifications(
      tx,
      results.map(({ personId, before, after }) => ({
        kind: "snooze_ended",
        params: { person: names.get(personId) ?? "" },
        link: `/inbox/${personId}`,
        userId: after?.ownerId ?? before?.snoozedBy ?? null,
      })),
    );
    touch("threads", "people", "notifications");
    return due.length;
  });

/** Threads whose snooze has ended come back, also those that became due while no worker ran. */
export const wakeThreads = defineJob({
  name: "wake-threads",
  payload: z.object({}),
  retry: retryPolicies.job,
  batchSize: 10,
  schedule: "* * * * *",
  run: async (_batch, { write }) => {
    while ((await wakeBatch(write)) === batchSize);
  },
});

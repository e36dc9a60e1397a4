import * as z from "zod";
import { retryPolicies } from "#domain/retry.ts";
import { system } from "#server/audit/entry.ts";
import type { RecordingDeletionOutcome } from "#server/connectors/messaging/messenger.ts";
import { messengers } from "#server/connectors/messaging/messengers.ts";
import { defineJob, type JobContext } from "#server/jobs/job.ts";
import {
  claimRecordingDeletions,
  type DueRecordingDeletion,
  endRecordingDeletion,
  failRecordingDeletion,
  sweepRecordingDeletions,
} from "#server/store/delivery/recording-deletions.ts";
import { addNotifications } from "#server/store/workspace/notifications.ts";

const claimSize = 50;

/** Asks the vendor through the saved connection, whose secrets go only to the vendor's own host. */
const askVendor = async (
  { vendors }: Pick<JobContext, "vendors">,
  call: DueRecordingDeletion,
): Promise<RecordingDeletionOutcome> => {
  const messenger = messengers.find(({ id }) => id === call.messenger);
  const deleteRecordings = messenger?.deleteRecordings;
  // A messenger that keeps no recordings.
  if (!messenger || !deleteRecordings) return { kind: "deleted" };
  const opened = await vendors.open(messenger.connector);
  const isSandbox = opened.ok && opened.mode === "sandbox";
  // The simulator forgets its recordings when it ends, and a live account never had them.
  if (call.simulated && !isSandbox) return { kind: "deleted" };
  if (!opened.ok || (isSandbox && !call.simulated))
    return { kind: "kept", failure: "not_connected", isFinal: true };
  return vendors.use(opened, "recording", (context) => deleteRecordings(context, call));
};

type Attempt = { call: DueRecordingDeletion; outcome: RecordingDeletionOutcome };

const saveAttempts = ({ write }: Pick<JobContext, "write">, attempts: Attempt[]): Promise<void> =>
  write(system, async ({ tx, audit, touch }) => {
    let deleted = 0;
    let failed = 0;
    for (const { call, outcome } of attempts) {
      if (outcome.kind === "deleted") {
        await endRecordingDeletion(tx, call);
        deleted++;
      } else if (await failRecordingDeletion(tx, call, outcome)) failed++;
    }
    if (failed > 0) {
      await addNotifications(tx, [{ kind: "recordings_kept", params: { count: failed }, link: "/settings" }]);
      audit({
        eventType: "failed_action",
        entityType: "job",
        entityId: "delete-recordings",
        details: { kind: "recordings_remain", count: failed },
        metadata: {
          calls: attempts.flatMap(({ call, outcome }) => (outcome.kind === "kept" ? [call.callId] : [])),
        },
        status: "failure",
      });
      touch("notifications");
    }
    if (deleted > 0)
      audit({
        eventType: "data_change",
        entityType: "job",
        entityId: "delete-recordings",
        details: { kind: "recordings_deleted", count: deleted },
      });
    touch("settings");
  });

/** Deletes the recordings of deleted calls at their vendor. The store plans further attempts. */
export const deleteRecordings = defineJob({
  name: "delete-recordings",
  payload: z.object({}),
  retry: retryPolicies.scheduledJob,
  batchSize: 10,
  run: async (_batch, context) => {
    let claimed: DueRecordingDeletion[];
    do {
      claimed = await context.write(system, ({ tx }) => claimRecordingDeletions(tx, claimSize));
      const attempts: Attempt[] = [];
      for (const call of claimed) attempts.push({ call, outcome: await askVendor(context, call) });
      if (attempts.length > 0) await saveAttempts(context, attempts);
    } while (claimed.length === claimSize);
    await context.write(system, ({ tx }) => sweepRecordingDeletions(tx));
  },
});

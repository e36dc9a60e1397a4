import * as z from "zod";
import { retryPolicies } from "#domain/retry.ts";
import { system } from "#server/audit/entry.ts";
import { callStates } from "#server/connectors/messaging/call-callbacks.ts";
import { messengers } from "#server/connectors/messaging/messengers.ts";
import { fetchCallState } from "#server/connectors/messaging/twilio-live-call.ts";
import type { TwilioContext } from "#server/connectors/twilio.ts";
import { defineJob, type JobContext } from "#server/jobs/job.ts";
import { finishAgentCall } from "#server/store/voice/agent-calls.ts";
import { findLostCalls, type LostCall } from "#server/store/voice/completed-calls.ts";
import { saveCallStatus } from "./call-updates.ts";

const maxCalls = 100;

/** The vendor's word on a call; a call that the vendor does not know has failed. */
const askVendor = async (
  { vendors }: JobContext,
  { messenger, providerCallId }: LostCall,
): Promise<{ status: string; duration: number | null } | undefined> => {
  const connector = messengers.find(({ id }) => id === messenger)?.connector;
  const opened = connector && (await vendors.open(connector));
  if (!opened?.ok) return undefined;
  const state = await vendors.use(opened, "data", (context) =>
    fetchCallState(context as TwilioContext, providerCallId),
  );
  return state === null ? { status: "failed", duration: null } : state;
};

/** Ends the record of calls whose last report was lost, as after a time without a server. */
export const closeLostCalls = defineJob({
  name: "close-lost-calls",
  payload: z.object({}),
  retry: retryPolicies.scheduledJob,
  batchSize: 1,
  schedule: "* * * * *",
  run: async (_batch, context) => {
    for (const call of await findLostCalls(context.database.db, maxCalls)) {
      const state = await askVendor(context, call);
      const status = state && (callStates[state.status] ?? state.status);
      if (!status || status === "ringing" || status === "in_progress") continue;
      await context.write(system, async (change) => {
        // The process that held the call is gone.
        if (call.hasAgent)
          await finishAgentCall(change.tx, call.id, {
            reason: "connection_lost",
            outcome: null,
            modelCost: null,
          });
        await saveCallStatus(
          change,
          { messenger: call.messenger, providerId: call.providerCallId, actionId: call.id },
          { status, ...(state?.duration ? { durationSeconds: state.duration } : {}) },
        );
      });
    }
  },
});

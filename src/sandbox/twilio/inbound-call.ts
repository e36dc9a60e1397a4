import { hasEnded } from "./call.ts";
import { addCallNote } from "./call-dialogue.ts";
import { newCall } from "./create-call.ts";
import { createCallStatus } from "./run-call.ts";
import { runDocuments } from "./run-twiml.ts";
import { fetchDocument } from "./twiml-run.ts";
import type { VoiceContext } from "./voice-context.ts";
import { childElements } from "./xml.ts";

/** A customer calls the business: its voice webhook says what happens. Undefined when it has none. */
export const placeInboundCall = (
  voice: VoiceContext,
  customer: string,
  business: string,
): string | undefined => {
  const { context, callbacks, calls } = voice;
  const { twilioVoice: url, twilioVoiceStatus: statusCallback } = context.settings.webhooks;
  if (!url) return undefined;
  const call = newCall({
    account: callbacks.latestSid(),
    to: business,
    from: customer,
    direction: "inbound",
    phone: customer,
    business,
    options: { url, statusCallback: statusCallback ?? null },
  });
  call.caller = context.callers.find(customer);
  calls.add(call);
  context.phone.add(customer, call.phoneEntry);
  const status = createCallStatus(voice, call, async (post) => void (await post()));
  const run = async (): Promise<void> => {
    await status.set("ringing", "ringing");
    const document = await fetchDocument({ callbacks, call }, url, {}, "POST");
    if (!document) {
      addCallNote(context, call, "error");
      return status.finish("failed");
    }
    if (childElements(document.root)[0]?.name === "Reject") return status.finish("busy");
    call.startedAt = Date.now();
    await status.set("in-progress", "answered");
    await runDocuments({ context, callbacks, call, voice }, document);
    await status.finish(hasEnded(call) ? call.status : "completed");
  };
  // The caller's phone does not learn how the business's server responds.
  run().catch(() => {});
  return call.sid;
};

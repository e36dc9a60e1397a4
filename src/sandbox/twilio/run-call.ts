import type { PostCallback } from "#sandbox/callback-plan.ts";
import type { SandboxContext } from "#sandbox/context.ts";
import { magicBehaviour } from "#sandbox/magic-recipients.ts";
import { callForm, callPositionMs, hasEnded, progressForm, type SimulatedCall } from "./call.ts";
import { addCallNote, isAnsweredManually, notifyPhone, pushInput, waitForInput } from "./call-dialogue.ts";
import { completeRecording, postRecordingStatus, startRecording } from "./recording.ts";
import { twilioPrice } from "./rest-api.ts";
import { runTwiml } from "./run-twiml.ts";
import type { VoiceContext } from "./voice-context.ts";

/** Changes the status of a call and reports it to the business. */
export const createCallStatus = (
  { context, callbacks }: VoiceContext,
  call: SimulatedCall,
  postCallback: PostCallback,
) => {
  const set = async (status: SimulatedCall["status"], event: string): Promise<void> => {
    call.status = status;
    call.phoneEntry.status = status;
    notifyPhone(context, call);
    const { statusCallback: url, events } = call.options;
    if (!url || !events.includes(event)) return;
    const form = progressForm(call, event === "initiated" ? "initiated" : status);
    await postCallback(() => callbacks.post(call.account, url, form));
  };
  const finish = async (status: SimulatedCall["status"]): Promise<void> => {
    for (const recording of call.recordings)
      if (completeRecording(recording, callPositionMs(call)))
        await postRecordingStatus(context, callbacks, recording);
    call.endedAt = Date.now();
    if (status === "completed") {
      call.seconds = Math.max(1, call.seconds);
      call.price = twilioPrice("minute", Math.ceil(call.seconds / 60));
    } else call.seconds = 0;
    Object.assign(call.phoneEntry, { awaits: null, seconds: call.seconds, price: call.price });
    await set(status, "completed");
  };
  return { set, finish };
};

/** Places a call of the business: it rings, is answered or not, and runs its instructions. */
export const runCall = async (
  voice: VoiceContext,
  call: SimulatedCall,
  postCallback: PostCallback,
): Promise<void> => {
  const { context, callbacks, recordings } = voice;
  const status = createCallStatus(voice, call, postCallback);
  await status.set("queued", "initiated");
  await context.wait(context.stepDelayMs());
  if (hasEnded(call)) return status.finish(call.status);
  const magic = magicBehaviour(call.to).call;
  if (magic === "failed") return status.finish("failed");
  await status.set("ringing", "ringing");
  const answer = await waitForAnswer(context, call);
  if (hasEnded(call)) return status.finish(call.status);
  if (answer !== "answered") return status.finish(answer);

  call.startedAt = Date.now();
  const detection = startDetection(voice, call);
  await status.set("in-progress", "answered");
  if (magic === "hangs-up") pushInput(context, call, { hangUp: true });
  else if (typeof magic === "object") pushInput(context, call, magic);
  if (call.options.record) {
    const url = call.options.recordingCallback;
    const callback = url ? { url, events: ["completed"] } : null;
    const recording = startRecording(call, "OutboundAPI", { callback });
    recordings.set(recording.sid, recording);
  }
  await runTwiml({ context, callbacks, call, voice });
  await status.finish(hasEnded(call) ? call.status : "completed");
  await detection?.afterCall();
};

const waitForAnswer = async (
  context: SandboxContext,
  call: SimulatedCall,
): Promise<"answered" | "busy" | "no-answer"> => {
  const magic = magicBehaviour(call.to).call;
  if (magic === "busy" || magic === "no-answer") {
    await context.wait(context.stepDelayMs());
    return magic;
  }
  if (magic !== undefined || !isAnsweredManually(context, call)) {
    await context.wait(context.stepDelayMs());
    return "answered";
  }
  const input = await waitForInput(context, call, { awaits: "answer", seconds: call.options.timeoutSeconds });
  call.seconds = 0;
  if (input && "hangUp" in input) return "busy";
  return input ? "answered" : "no-answer";
};

/** Tells a machine from a person: at once, or in a callback some time after the answer. */
const startDetection = (
  { context, callbacks }: VoiceContext,
  call: SimulatedCall,
): { afterCall: () => Promise<void> } | undefined => {
  const { machineDetection, asyncAmdCallback } = call.options;
  if (!machineDetection) return undefined;
  const machine = machineDetection === "DetectMessageEnd" ? "machine_end_beep" : "machine_start";
  const greetingMs = context.callers.machineGreetingMs(call.phone);
  const answeredBy = greetingMs === null ? "human" : machine;
  if (!asyncAmdCallback) {
    call.answeredBy = answeredBy;
    return undefined;
  }
  // The beep comes after the greeting.
  const amdMs = Math.round(context.settings.calls.amdMs + (greetingMs ?? 0));
  const { speed, fault } = context.settings.relay;
  const { AccountSid = "", CallSid = "" } = callForm(call);
  const post = async (): Promise<void> => {
    call.answeredBy = answeredBy;
    const form = { AccountSid, CallSid, AnsweredBy: answeredBy, MachineDetectionDuration: String(amdMs) };
    await callbacks.post(call.account, asyncAmdCallback, form);
  };
  if (fault === "late-amd") return { afterCall: post };
  const posted = context.wait(speed === 0 ? 0 : amdMs / speed).then(post);
  // The sandbox may stop before the result is known.
  posted.catch(() => {});
  return { afterCall: () => posted };
};

export const hangUp = (context: SandboxContext, call: SimulatedCall): void => {
  if (hasEnded(call)) return;
  addCallNote(context, call, "hung-up");
  pushInput(context, call, { hangUp: true });
};

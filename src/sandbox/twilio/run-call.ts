import type { PostCallback } from "#sandbox/callback-plan.ts";
import type { SandboxContext } from "#sandbox/context.ts";
import { magicBehaviour } from "#sandbox/magic-recipients.ts";
import { callForm, hasEnded, progressForm, recordingForm, type SimulatedCall } from "./call.ts";
import { addCallNote, isAnsweredManually, notifyPhone, pushInput, waitForInput } from "./call-dialogue.ts";
import type { TwilioCallbacks } from "./callbacks.ts";
import { twilioPrice } from "./rest-api.ts";
import { addRecording, runTwiml, type TwimlContext } from "./run-twiml.ts";

type CallStorage = Pick<TwimlContext, "storeRecording" | "addCall">;

export const runCall = async (
  context: SandboxContext,
  callbacks: TwilioCallbacks,
  call: SimulatedCall,
  postCallback: PostCallback,
  storage: CallStorage,
): Promise<void> => {
  const setStatus = async (status: SimulatedCall["status"], event: string): Promise<void> => {
    call.status = status;
    call.phoneEntry.status = status;
    notifyPhone(context, call);
    const { statusCallback: url, events } = call.options;
    if (!url || !events.includes(event)) return;
    const form = progressForm(call, event === "initiated" ? "initiated" : status);
    await postCallback(() => callbacks.post(call.account, url, form));
  };
  const finish = async (status: SimulatedCall["status"]): Promise<void> => {
    call.endedAt = Date.now();
    if (status === "completed") {
      call.seconds = Math.max(1, call.seconds);
      call.price = twilioPrice("minute", Math.ceil(call.seconds / 60));
    } else call.seconds = 0;
    Object.assign(call.phoneEntry, { awaits: null, seconds: call.seconds, price: call.price });
    await setStatus(status, "completed");
  };

  await setStatus("queued", "initiated");
  await context.wait(context.stepDelayMs());
  if (hasEnded(call)) return finish(call.status);
  const magic = magicBehaviour(call.to).call;
  if (magic === "failed") return finish("failed");
  await setStatus("ringing", "ringing");
  const answer = await waitForAnswer(context, call);
  if (hasEnded(call)) return finish(call.status);
  if (answer !== "answered") return finish(answer);

  call.startedAt = Date.now();
  await detectMachine(callbacks, call);
  await setStatus("in-progress", "answered");
  if (magic === "hangs-up") pushInput(context, call, { hangUp: true });
  else if (typeof magic === "object") pushInput(context, call, magic);
  await runTwiml({ context, callbacks, call, ...storage });
  if (call.options.record && call.options.recordingCallback) {
    const recording = addRecording(
      { call, storeRecording: storage.storeRecording },
      Math.max(1, call.seconds),
    );
    await callbacks.post(
      call.account,
      call.options.recordingCallback,
      recordingForm(context.baseUrl(), call, recording, "OutboundAPI"),
    );
  }
  await finish(hasEnded(call) ? call.status : "completed");
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
  if (magic !== undefined || !isAnsweredManually(context)) {
    await context.wait(context.stepDelayMs());
    return "answered";
  }
  const input = await waitForInput(context, call, { awaits: "answer", seconds: call.options.timeoutSeconds });
  call.seconds = 0;
  if (input && "hangUp" in input) return "busy";
  return input ? "answered" : "no-answer";
};

const detectMachine = async (callbacks: TwilioCallbacks, call: SimulatedCall): Promise<void> => {
  const { machineDetection, asyncAmdCallback } = call.options;
  if (!machineDetection) return;
  const machine = machineDetection === "DetectMessageEnd" ? "machine_end_beep" : "machine_start";
  const answeredBy = magicBehaviour(call.to).call === "voicemail" ? machine : "human";
  if (!asyncAmdCallback) {
    call.answeredBy = answeredBy;
    return;
  }
  const { AccountSid = "", CallSid = "" } = callForm(call);
  const form = { AccountSid, CallSid, AnsweredBy: answeredBy, MachineDetectionDuration: "3200" };
  call.answeredBy = answeredBy;
  await callbacks.post(call.account, asyncAmdCallback, form);
};

export const hangUp = (context: SandboxContext, call: SimulatedCall): void => {
  if (hasEnded(call)) return;
  addCallNote(context, call, "hung-up");
  pushInput(context, call, { hangUp: true });
};

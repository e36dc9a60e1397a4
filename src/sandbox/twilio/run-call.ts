import type { PostCallback } from "#sandbox/callback-plan.ts";
import type { SandboxContext } from "#sandbox/context.ts";
import { magicBehaviour } from "#sandbox/magic-recipients.ts";
import {
  type CallRecording,
  callForm,
  hasEnded,
  progressForm,
  recordingForm,
  type SimulatedCall,
} from "./call.ts";
import { addCallNote, isAnsweredManually, pushInput, waitForInput } from "./call-dialogue.ts";
import type { TwilioCallbacks } from "./callbacks.ts";
import { twilioPrice } from "./prices.ts";
import { addRecording, runTwiml } from "./run-twiml.ts";

/** A call from the first ring to its price. */
export const runCall = async (
  context: SandboxContext,
  callbacks: TwilioCallbacks,
  call: SimulatedCall,
  tell: PostCallback,
  keep: (recording: CallRecording) => void,
): Promise<void> => {
  const move = async (status: SimulatedCall["status"], event: string): Promise<void> => {
    call.status = status;
    call.phoneEntry.status = status;
    context.phone.notifyChanged(call.to);
    const { statusCallback: url, events } = call.options;
    if (!url || !events.includes(event)) return;
    const form = progressForm(call, event === "initiated" ? "initiated" : status);
    await tell(() => callbacks.post(call.account, url, form));
  };
  const finish = async (status: SimulatedCall["status"]): Promise<void> => {
    call.endedAt = Date.now();
    if (status === "completed") {
      call.seconds = Math.max(1, call.seconds);
      call.price = twilioPrice("minute", Math.ceil(call.seconds / 60));
    } else call.seconds = 0;
    Object.assign(call.phoneEntry, { awaits: null, seconds: call.seconds, price: call.price });
    await move(status, "completed");
  };

  await move("queued", "initiated");
  await context.wait(context.stepDelayMs());
  if (hasEnded(call)) return finish(call.status);
  const trouble = magicBehaviour(call.to).call;
  if (trouble === "failed") return finish("failed");
  await move("ringing", "ringing");
  const answer = await waitForAnswer(context, call);
  if (hasEnded(call)) return finish(call.status);
  if (answer !== "answered") return finish(answer);

  call.startedAt = Date.now();
  await detectMachine(callbacks, call);
  await move("in-progress", "answered");
  if (trouble === "hangs-up") pushInput(context, call, { hangUp: true });
  else if (typeof trouble === "object") pushInput(context, call, trouble);
  await runTwiml({ context, callbacks, call, keep });
  if (call.options.record && call.options.recordingCallback) {
    const recording = addRecording({ call, keep }, Math.max(1, call.seconds));
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
  const trouble = magicBehaviour(call.to).call;
  if (trouble === "busy" || trouble === "no-answer") {
    await context.wait(context.stepDelayMs());
    return trouble;
  }
  if (trouble !== undefined || !isAnsweredManually(context)) {
    await context.wait(context.stepDelayMs());
    return "answered";
  }
  const said = await waitForInput(context, call, { awaits: "answer", seconds: call.options.timeoutSeconds });
  call.seconds = 0;
  if (said && "hangUp" in said) return "busy";
  return said ? "answered" : "no-answer";
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

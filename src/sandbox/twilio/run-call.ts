import { magicOf } from "#sandbox/magic.ts";
import type { Tell } from "#sandbox/notices.ts";
import type { World } from "#sandbox/world.ts";
import { type Call, callForm, isOver, progressForm, type Recording, recordingForm } from "./call.ts";
import { give, isManual, listen, note } from "./conversation.ts";
import type { Line } from "./line.ts";
import { priceOf } from "./prices.ts";
import { keepRecording, walk } from "./walk.ts";

/** A call from the first ring to its price. */
export const runCall = async (
  world: World,
  line: Line,
  call: Call,
  tell: Tell,
  keep: (recording: Recording) => void,
): Promise<void> => {
  const move = async (status: Call["status"], event: string): Promise<void> => {
    call.status = status;
    call.shown.status = status;
    world.phone.changed(call.to);
    const { statusCallback: url, events } = call.asked;
    if (!url || !events.includes(event)) return;
    const form = progressForm(call, event === "initiated" ? "initiated" : status);
    await tell(() => line.post(call.account, url, form));
  };
  const finish = async (status: Call["status"]): Promise<void> => {
    call.endedAt = Date.now();
    if (status === "completed") {
      call.seconds = Math.max(1, call.seconds);
      call.price = priceOf("minute", Math.ceil(call.seconds / 60));
    } else call.seconds = 0;
    Object.assign(call.shown, { awaits: null, seconds: call.seconds, price: call.price });
    await move(status, "completed");
  };

  await move("queued", "initiated");
  await world.wait(world.pace());
  if (isOver(call)) return finish(call.status);
  const trouble = magicOf(call.to).call;
  if (trouble === "failed") return finish("failed");
  await move("ringing", "ringing");
  const answer = await pickUp(world, call);
  if (isOver(call)) return finish(call.status);
  if (answer !== "answered") return finish(answer);

  call.startedAt = Date.now();
  await detectMachine(line, call);
  await move("in-progress", "answered");
  if (trouble === "hangs-up") give(world, call, { hangUp: true });
  else if (typeof trouble === "object") give(world, call, trouble);
  await walk({ world, line, call, keep });
  if (call.asked.record && call.asked.recordingCallback) {
    const recording = keepRecording({ call, keep }, Math.max(1, call.seconds));
    await line.post(
      call.account,
      call.asked.recordingCallback,
      recordingForm(world.base(), call, recording, "OutboundAPI"),
    );
  }
  await finish(isOver(call) ? call.status : "completed");
};

const pickUp = async (world: World, call: Call): Promise<"answered" | "busy" | "no-answer"> => {
  const trouble = magicOf(call.to).call;
  if (trouble === "busy" || trouble === "no-answer") {
    await world.wait(world.pace());
    return trouble;
  }
  if (trouble !== undefined || !isManual(world)) {
    await world.wait(world.pace());
    return "answered";
  }
  const said = await listen(world, call, { awaits: "answer", seconds: call.asked.timeoutSeconds });
  call.seconds = 0;
  if (said && "hangUp" in said) return "busy";
  return said ? "answered" : "no-answer";
};

const detectMachine = async (line: Line, call: Call): Promise<void> => {
  const { machineDetection, asyncAmdCallback } = call.asked;
  if (!machineDetection) return;
  const machine = machineDetection === "DetectMessageEnd" ? "machine_end_beep" : "machine_start";
  const answeredBy = magicOf(call.to).call === "voicemail" ? machine : "human";
  if (!asyncAmdCallback) {
    call.answeredBy = answeredBy;
    return;
  }
  const { AccountSid = "", CallSid = "" } = callForm(call);
  const form = { AccountSid, CallSid, AnsweredBy: answeredBy, MachineDetectionDuration: "3200" };
  call.answeredBy = answeredBy;
  await line.post(call.account, asyncAmdCallback, form);
};

export const hangUp = (world: World, call: Call): void => {
  if (isOver(call)) return;
  note(world, call, "hung-up");
  give(world, call, { hangUp: true });
};

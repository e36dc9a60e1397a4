import type { SandboxContext } from "#sandbox/context.ts";
import type { CallInput, CallLine, CallNote } from "#sandbox/phone/phone.ts";
import { hasEnded, type SimulatedCall } from "./call.ts";
import type { CallerLine } from "./relay/caller-line.ts";
import { charactersPerSecond } from "./relay/relay-clock.ts";

/** Time for a person at the phone page to read each text. */
const readingMs = 600;
/** A person at the phone page needs more time than a script's usual timeout. */
const minInputTimeoutMs = 20_000;

/** True when a person at the phone page answers, not the simulator. */
export const isAnsweredManually = (context: SandboxContext, call?: SimulatedCall): boolean => {
  if (call?.caller) return false;
  const { answering } = context.settings.calls;
  return answering === "phone" || (answering === "watched" && context.phone.isWatched());
};

export const notifyPhone = (context: SandboxContext, call: SimulatedCall): void =>
  context.phone.notifyChanged(call.phone);
export const addCallLine = (context: SandboxContext, call: SimulatedCall, line: CallLine): void => {
  call.phoneEntry.lines.push(line);
  notifyPhone(context, call);
};
export const addCallNote = (context: SandboxContext, call: SimulatedCall, note: CallNote, text = ""): void =>
  addCallLine(context, call, { who: "note", note, text });

export const speak = async (context: SandboxContext, call: SimulatedCall, text: string): Promise<void> => {
  if (text === "" || hasEnded(call)) return;
  addCallLine(context, call, { who: "business", text });
  const fromMs = call.seconds * 1000;
  const durationMs = Math.ceil((text.length / charactersPerSecond) * 1000);
  call.speech.push({ who: "business", fromMs, toMs: fromMs + durationMs });
  call.seconds += Math.ceil(durationMs / 1000);
  if (isAnsweredManually(context, call)) await context.wait(readingMs);
};

/** The next input of the called person; undefined after the timeout. */
export const waitForInput = async (
  context: SandboxContext,
  call: SimulatedCall,
  { awaits, seconds }: { awaits: NonNullable<SimulatedCall["phoneEntry"]["awaits"]>; seconds: number },
): Promise<CallInput | undefined> => {
  const queued = call.inputs.shift();
  if (queued || hasEnded(call)) return queued;
  const manual = isAnsweredManually(context, call);
  call.phoneEntry.awaits = awaits;
  notifyPhone(context, call);
  await Promise.race([
    new Promise<void>((resolve) => {
      call.onInput = resolve;
    }),
    context.wait(manual ? Math.max(minInputTimeoutMs, seconds * 1000) : context.settings.calls.silenceMs),
  ]);
  call.onInput = null;
  call.phoneEntry.awaits = null;
  notifyPhone(context, call);
  const input = call.inputs.shift();
  call.seconds += input ? 2 : Math.ceil(seconds);
  return input;
};

export const pushInput = (context: SandboxContext, call: SimulatedCall, input: CallInput): void => {
  if (call.relay) {
    // The verbs after the conversation see the hang-up, too.
    if ("hangUp" in input) call.inputs.push(input);
    sendToRelay(call.relay, input);
    return;
  }
  if ("digits" in input) addCallLine(context, call, { who: "customer", text: input.digits, keys: true });
  if ("speech" in input) addCallLine(context, call, { who: "customer", text: input.speech });
  call.inputs.push(input);
  call.onInput?.();
};

const sendToRelay = (line: CallerLine, input: CallInput): void => {
  if ("speech" in input) line.say(input.speech);
  else if ("digits" in input) line.press(input.digits);
  else if ("hangUp" in input) line.hangUp();
};

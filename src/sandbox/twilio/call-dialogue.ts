import type { SandboxContext } from "#sandbox/context.ts";
import type { CallInput, CallLine, CallNote } from "#sandbox/phone/phone.ts";
import { hasEnded, type SimulatedCall } from "./call.ts";

/** How fast people speak, in characters a second. */
const charactersPerSecond = 14;
/** A person who reads along needs a moment for each sentence. */
const readingMs = 600;
/** The least a person at the phone is given to answer. */
const minInputTimeoutMs = 20_000;

/** Does a person pick up, or the simulator? */
export const isAnsweredManually = (context: SandboxContext): boolean => {
  const { answering } = context.settings.calls;
  return answering === "phone" || (answering === "watched" && context.phone.isWatched());
};

const addCallLine = (context: SandboxContext, call: SimulatedCall, line: CallLine): void => {
  call.phoneEntry.lines.push(line);
  context.phone.notifyChanged(call.to);
};
export const addCallNote = (context: SandboxContext, call: SimulatedCall, what: CallNote, text = ""): void =>
  addCallLine(context, call, { who: "note", note: what, text });

/** The business says something. */
export const speak = async (context: SandboxContext, call: SimulatedCall, text: string): Promise<void> => {
  if (text === "" || hasEnded(call)) return;
  addCallLine(context, call, { who: "business", text });
  call.seconds += Math.ceil(text.length / charactersPerSecond);
  if (isAnsweredManually(context)) await context.wait(readingMs);
};

/** What the person called does next, or nothing within the time. */
export const waitForInput = async (
  context: SandboxContext,
  call: SimulatedCall,
  { awaits, seconds }: { awaits: NonNullable<SimulatedCall["phoneEntry"]["awaits"]>; seconds: number },
): Promise<CallInput | undefined> => {
  const given = call.inputs.shift();
  if (given || hasEnded(call)) return given;
  const manual = isAnsweredManually(context);
  call.phoneEntry.awaits = awaits;
  context.phone.notifyChanged(call.to);
  await Promise.race([
    new Promise<void>((resolve) => {
      call.onInput = resolve;
    }),
    context.wait(manual ? Math.max(minInputTimeoutMs, seconds * 1000) : context.settings.calls.silenceMs),
  ]);
  call.onInput = null;
  call.phoneEntry.awaits = null;
  context.phone.notifyChanged(call.to);
  const input = call.inputs.shift();
  call.seconds += input ? 2 : Math.ceil(seconds);
  return input;
};

/** Something happens on the other side of the line. */
export const pushInput = (context: SandboxContext, call: SimulatedCall, input: CallInput): void => {
  if ("digits" in input) addCallLine(context, call, { who: "customer", text: input.digits, keys: true });
  if ("speech" in input) addCallLine(context, call, { who: "customer", text: input.speech });
  call.inputs.push(input);
  call.onInput?.();
};

import type { CallInput, CallLine, CallNote } from "#sandbox/phone/phone.ts";
import type { World } from "#sandbox/world.ts";
import { type Call, isOver } from "./call.ts";

/** How fast people speak, in characters a second. */
const speed = 14;
/** A person who reads along needs a moment for each sentence. */
const readingMs = 600;
/** The least a person at the phone is given to answer. */
const patienceMs = 20_000;

/** Does a person pick up, or the simulator? */
export const isManual = (world: World): boolean => {
  const { answering } = world.settings.calls;
  return answering === "phone" || (answering === "watched" && world.phone.isWatched());
};

const write = (world: World, call: Call, line: CallLine): void => {
  call.shown.lines.push(line);
  world.phone.changed(call.to);
};
export const note = (world: World, call: Call, what: CallNote, text = ""): void =>
  write(world, call, { who: "note", note: what, text });

/** The business says something. */
export const speak = async (world: World, call: Call, text: string): Promise<void> => {
  if (text === "" || isOver(call)) return;
  write(world, call, { who: "business", text });
  call.seconds += Math.ceil(text.length / speed);
  if (isManual(world)) await world.wait(readingMs);
};

/** What the person called does next, or nothing within the time. */
export const listen = async (
  world: World,
  call: Call,
  { awaits, seconds }: { awaits: NonNullable<Call["shown"]["awaits"]>; seconds: number },
): Promise<CallInput | undefined> => {
  const given = call.inputs.shift();
  if (given || isOver(call)) return given;
  const manual = isManual(world);
  call.shown.awaits = awaits;
  world.phone.changed(call.to);
  await Promise.race([
    new Promise<void>((resolve) => {
      call.wake = resolve;
    }),
    world.wait(manual ? Math.max(patienceMs, seconds * 1000) : world.settings.calls.silenceMs),
  ]);
  call.wake = null;
  call.shown.awaits = null;
  world.phone.changed(call.to);
  const input = call.inputs.shift();
  call.seconds += input ? 2 : Math.ceil(seconds);
  return input;
};

/** Something happens on the other side of the line. */
export const give = (world: World, call: Call, input: CallInput): void => {
  if ("digits" in input) write(world, call, { who: "customer", text: input.digits, keys: true });
  if ("speech" in input) write(world, call, { who: "customer", text: input.speech });
  call.inputs.push(input);
  call.wake?.();
};

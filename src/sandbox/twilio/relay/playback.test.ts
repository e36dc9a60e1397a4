import { expect, test, vi } from "vitest";
import { createPlayback, type PlaybackItem } from "./playback.ts";
import { createRelayClock } from "./relay-clock.ts";

const anyInput = { speech: true, dtmf: true };
const speech = (text: string, more: Partial<Extract<PlaybackItem, { lang: string }>> = {}): PlaybackItem => ({
  kind: "speech",
  text,
  lang: "en-US",
  message: 1,
  interruptible: anyInput,
  isPreemptible: false,
  ...more,
});

/** Plays without taking time and lists what happened. */
const play = (onBarge: (playback: ReturnType<typeof createPlayback>) => void = () => {}) => {
  const happened: string[] = [];
  const playback = createPlayback(createRelayClock(0), {
    onSpeaking: (isOn) => happened.push(isOn ? "speaking" : "silent"),
    onStarted: () => {},
    onPlayed: (_item, text) => happened.push(text),
    onDigits: (digits) => happened.push(`digits ${digits}`),
    onTurnEnd: () => happened.push("turn ends"),
    onEnd: (handoffData) => happened.push(`end ${handoffData}`),
    onBarge: () => onBarge(playback),
  });
  return { playback, happened };
};
const until = (happened: string[], last: string) =>
  vi.waitFor(() => expect(happened.at(-1)).toBe(last), { timeout: 5000 });

test("plays speech, digits and the end in the order in which they came", async () => {
  const { playback, happened } = play();
  playback.add(speech("One."));
  playback.add(speech(" Two."));
  playback.add({ kind: "turn-end" });
  playback.add({ kind: "digits", digits: "12" });
  playback.add({ kind: "end", handoffData: "x" });
  await until(happened, "end x");
  expect(happened).toEqual(["speaking", "One.", " Two.", "turn ends", "silent", "digits 12", "end x"]);
});

test("forgets everything but the end after an interruption, at the character that was asked for", async () => {
  const { playback, happened } = play((barged) => {
    happened.push(JSON.stringify(barged.interrupt()));
    barged.resume();
  });
  playback.bargeAfter(12);
  playback.add(speech("One two."));
  playback.add(speech(" Three four five."));
  playback.add(speech(" Six."));
  playback.add({ kind: "end", handoffData: null });
  await until(happened, "end null");
  expect(happened).toEqual([
    "speaking",
    "One two.",
    "Three",
    JSON.stringify({ fragment: "Three", ms: 286 }),
    "silent",
    "end null",
  ]);
});

test("goes on when the speech may not be interrupted", async () => {
  const { playback, happened } = play();
  playback.bargeAfter(3);
  playback.add(speech("One two."));
  await until(happened, "silent");
  expect(happened).toEqual(["speaking", "One two.", "silent"]);
});

test("replaces preemptible speech by the next message", async () => {
  const { playback, happened } = play();
  playback.add(speech("One moment, please.", { isPreemptible: true }));
  playback.add(speech("The answer.", { message: 2 }));
  await until(happened, "silent");
  expect(happened).toEqual(["speaking", "One", "The answer.", "silent"]);
});

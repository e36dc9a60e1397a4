import { useSyncExternalStore } from "react";
import { readStored, writeStored } from "./local-storage.ts";

const storageKey = "handoff-sound";
const listeners = new Set<() => void>();
let isMuted = readStored(storageKey) === "off";

export const setHandoffMuted = (muted: boolean): void => {
  isMuted = muted;
  writeStored(storageKey, muted ? "off" : "on");
  for (const listener of listeners) listener();
};

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** Whether hand-overs ring on this device. */
export const useHandoffMuted = (): boolean => useSyncExternalStore(subscribe, () => isMuted);

let context: AudioContext | undefined;

const volume = 0.12;
const toneSeconds = 0.16;
/** Two short rings of two tones. */
const ring = [
  { at: 0, hertz: 660 },
  { at: 0.18, hertz: 880 },
  { at: 0.6, hertz: 660 },
  { at: 0.78, hertz: 880 },
] as const;

const playTone = (audio: AudioContext, startsAt: number, hertz: number): void => {
  const oscillator = new OscillatorNode(audio, { frequency: hertz });
  const gain = new GainNode(audio, { gain: 0 });
  // Ramps, because a sudden start or end of a tone clicks.
  gain.gain.setValueAtTime(0, startsAt);
  gain.gain.linearRampToValueAtTime(volume, startsAt + 0.02);
  gain.gain.linearRampToValueAtTime(0, startsAt + toneSeconds);
  oscillator.connect(gain).connect(audio.destination);
  oscillator.start(startsAt);
  oscillator.stop(startsAt + toneSeconds);
};

/** Rings unless it is muted. A browser in which the user has not touched the page yet stays silent. */
export const ringHandoff = async (): Promise<void> => {
  if (isMuted || navigator.userActivation?.hasBeenActive === false) return;
  try {
    context ??= new AudioContext();
    await context.resume();
    for (const { at, hertz } of ring) playTone(context, context.currentTime + at, hertz);
  } catch {
    // Without a sound device the toast remains.
  }
};

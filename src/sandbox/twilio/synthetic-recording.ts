import { type AudioSegment, callMp3 } from "#sandbox/speech/call-audio.ts";

/** Ids of recordings that no call has made: how many seconds they last, and a number that tells them apart. */
const syntheticSid = /^RE5e5e5e5e([0-9a-f]{8})([0-9a-f]{16})$/;
const maxSeconds = 900;

/** Two people who take turns, one of them longer than the other. */
const takeTurns = (durationMs: number, seed: number): AudioSegment[] => {
  const segments: AudioSegment[] = [];
  let at = 400;
  for (let turn = 0; at < durationMs; turn++) {
    const isBusiness = turn % 2 === 0;
    const spokenMs = (isBusiness ? 5000 : 1800) + ((seed >> (turn % 24)) & 7) * 450;
    const toMs = Math.min(at + spokenMs, durationMs);
    segments.push({ who: isBusiness ? "business" : "customer", fromMs: at, toMs });
    at = toMs + 700;
  }
  return segments;
};

/** The sound of a recording of the demo: tones in the rhythm of speech. Undefined for any other id. */
export const syntheticRecording = (sid: string): Buffer | undefined => {
  const [, seconds = "", seed = ""] = syntheticSid.exec(sid) ?? [];
  if (seconds === "") return undefined;
  const durationMs = Math.min(maxSeconds, Number.parseInt(seconds, 16)) * 1000;
  return callMp3(takeTurns(durationMs, Number.parseInt(seed.slice(-6), 16)), durationMs);
};

import { encodeTones, granuleMs } from "./mp3.ts";

/** One person speaks; times are those of the audio. */
export type AudioSegment = { who: "business" | "customer"; fromMs: number; toMs: number };

/** Each person is a tone of their own, which rises and falls about four times a second as syllables do. */
const voices = {
  business: { line: 5, hertz: 196 },
  customer: { line: 8, hertz: 311 },
} as const;

const loudness = (
  segments: readonly AudioSegment[],
  ms: number,
): { who: AudioSegment["who"]; level: number } => {
  const segment = segments.find(({ fromMs, toMs }) => ms >= fromMs && ms < toMs);
  if (!segment) return { who: "business", level: 0 };
  const spokenMs = ms - segment.fromMs;
  const syllable = Math.abs(Math.sin((spokenMs / 1000) * Math.PI * 4));
  const phrase = 0.75 + 0.25 * Math.sin(spokenMs / 430);
  return { who: segment.who, level: (0.15 + 0.85 * syllable) * phrase };
};

/** A recording in which a waveform shows who spoke when. */
export const callMp3 = (segments: readonly AudioSegment[], durationMs: number): Buffer =>
  encodeTones(Math.ceil(durationMs / granuleMs), (granule) => {
    const { who, level } = loudness(segments, granule * granuleMs);
    const attenuation = level === 0 ? 204 : Math.round((-20 * Math.log10(level)) / 1.5);
    return { line: voices[who].line, gain: Math.max(0, 204 - attenuation) };
  });

const wavRate = 8000;

/** The same as 16-bit samples. */
export const callWav = (segments: readonly AudioSegment[], durationMs: number): Buffer => {
  const samples = Math.round((durationMs / 1000) * wavRate);
  const wav = Buffer.alloc(44 + samples * 2);
  wav.write("RIFF", 0);
  wav.writeUInt32LE(36 + samples * 2, 4);
  wav.write("WAVEfmt ", 8);
  wav.writeUInt32LE(16, 16);
  wav.writeUInt16LE(1, 20); // PCM
  wav.writeUInt16LE(1, 22); // mono
  wav.writeUInt32LE(wavRate, 24);
  wav.writeUInt32LE(wavRate * 2, 28);
  wav.writeUInt16LE(2, 32);
  wav.writeUInt16LE(16, 34);
  wav.write("data", 36);
  wav.writeUInt32LE(samples * 2, 40);
  for (let sample = 0; sample < samples; sample++) {
    const seconds = sample / wavRate;
    const { who, level } = loudness(segments, seconds * 1000);
    const value = level === 0 ? 0 : Math.sin(2 * Math.PI * voices[who].hertz * seconds) * level * 12_000;
    wav.writeInt16LE(Math.round(value), 44 + sample * 2);
  }
  return wav;
};

/** The loudness of a recording over time, between 0 and 1. */
export type AudioPeaks = { peaks: Float32Array; peaksPerSecond: number; durationMs: number };

/** The loudest sample of each part of a second, over all channels; the loudest part of the recording is 1. */
export const computePeaks = (
  channels: readonly Float32Array[],
  sampleRate: number,
  peaksPerSecond: number,
): AudioPeaks => {
  const sampleCount = Math.max(0, ...channels.map(({ length }) => length));
  const samplesPerPeak = sampleRate / peaksPerSecond;
  const peaks = new Float32Array(Math.ceil(sampleCount / samplesPerPeak));
  for (const channel of channels)
    for (const [at, sample] of channel.entries()) {
      const index = Math.floor(at / samplesPerPeak);
      peaks[index] = Math.max(peaks[index] ?? 0, Math.abs(sample));
    }
  let loudest = 0;
  for (const peak of peaks) loudest = Math.max(loudest, peak);
  if (loudest > 0) for (const [index, peak] of peaks.entries()) peaks[index] = peak / loudest;
  return { peaks, peaksPerSecond, durationMs: Math.round((sampleCount / sampleRate) * 1000) };
};

/** How loud it was between two times, on average; 0 outside the recording. */
export const loudnessBetween = (
  { peaks, peaksPerSecond }: AudioPeaks,
  fromMs: number,
  toMs: number,
): number => {
  const first = Math.max(0, Math.floor((fromMs / 1000) * peaksPerSecond));
  const last = Math.min(peaks.length, Math.max(first + 1, Math.ceil((toMs / 1000) * peaksPerSecond)));
  let sum = 0;
  for (let index = first; index < last; index++) sum += peaks[index] ?? 0;
  return last > first ? sum / (last - first) : 0;
};

const peaksPerSecond = 20;
/** Enough for loudness, and a sixth of the memory of the usual rate. */
const decodedRate = 8000;
/** Decoded, an hour of one channel needs 115 MB; larger recordings are drawn from the transcript's times. */
const maxDecodedBytes = 40_000_000;

/** Undefined for a recording that is too large or that the browser cannot decode. */
export const decodePeaks = async (recording: Blob): Promise<AudioPeaks | undefined> => {
  if (recording.size > maxDecodedBytes) return undefined;
  try {
    const context = new OfflineAudioContext(1, 1, decodedRate);
    const audio = await context.decodeAudioData(await recording.arrayBuffer());
    const channels = Array.from({ length: audio.numberOfChannels }, (_, index) =>
      audio.getChannelData(index),
    );
    return computePeaks(channels, audio.sampleRate, peaksPerSecond);
  } catch {
    return undefined;
  }
};

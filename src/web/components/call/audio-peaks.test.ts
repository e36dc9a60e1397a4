import { expect, test } from "vitest";
import { computePeaks, loudnessBetween } from "./audio-peaks.ts";

/** Half a second of silence, then half a second of a tone. */
const silenceThenTone = Float32Array.from({ length: 1000 }, (_, index) =>
  index < 500 ? 0 : index % 2 === 0 ? -0.25 : 0.2,
);

test("peaks are the loudest samples of each part, relative to the loudest of all", () => {
  const { peaks, durationMs } = computePeaks([silenceThenTone], 1000, 4);
  expect([...peaks]).toEqual([0, 0, 1, 1]);
  expect(durationMs).toBe(1000);
});

test("peaks count all channels", () => {
  const loudStart = new Float32Array(1000);
  loudStart[10] = 0.5;
  expect([...computePeaks([silenceThenTone, loudStart], 1000, 4).peaks]).toEqual([1, 0, 0.5, 0.5]);
});

test("a silent or empty recording has peaks of zero", () => {
  expect([...computePeaks([new Float32Array(500)], 1000, 4).peaks]).toEqual([0, 0]);
  expect(computePeaks([], 1000, 4)).toMatchObject({ durationMs: 0 });
});

test("the loudness between two times is an average, and 0 outside the recording", () => {
  const peaks = computePeaks([silenceThenTone], 1000, 4);
  expect(loudnessBetween(peaks, 0, 400)).toBe(0);
  expect(loudnessBetween(peaks, 250, 750)).toBe(0.5);
  expect(loudnessBetween(peaks, 600, 700)).toBe(1);
  expect(loudnessBetween(peaks, 5000, 6000)).toBe(0);
});

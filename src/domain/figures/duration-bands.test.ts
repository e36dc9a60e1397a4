import { describe, expect, test } from "vitest";
import { bandLimits, bandOf, quantile } from "./duration-bands.ts";

const bandsOf = (seconds: readonly number[]) =>
  new Map([...Map.groupBy(seconds, bandOf)].map(([band, own]) => [band, own.length]));

test.each([
  [0, 0],
  [0.999, 0],
  [1, 1],
  [59, 10],
  [60, 11],
  [31_536_000, bandLimits.length],
  [1e9, bandLimits.length],
])("%s seconds are in band %s", (seconds, band) => {
  expect(bandOf(seconds)).toBe(band);
});

test("limits rise", () => {
  expect([...bandLimits]).toEqual([...bandLimits].toSorted((a, b) => a - b));
});

describe("a quantile", () => {
  test("of nothing is null, whatever bands are named", () => {
    expect(quantile(new Map(), 0.5)).toBeNull();
    expect(quantile(new Map([[4, 0]]), 0.9)).toBeNull();
  });

  test("is exact where a share ends at a limit", () => {
    // Half of them below a minute.
    expect(quantile(bandsOf([50, 50, 100, 100]), 0.5)).toBe(60);
    expect(quantile(bandsOf([0.5, 0.5, 2, 2]), 0.5)).toBe(1);
  });

  test("beyond the last limit is the last limit", () => {
    expect(quantile(bandsOf([1e9]), 0.5)).toBe(31_536_000);
  });

  test("is never further from the true one than its band is wide", () => {
    let seed = 7;
    const random = () => {
      seed = (seed * 16_807) % 2_147_483_647;
      return seed / 2_147_483_647;
    };
    for (let round = 0; round < 50; round += 1) {
      const seconds = Array.from({ length: 1 + Math.floor(random() * 300) }, () => Math.exp(random() * 15));
      const sorted = seconds.toSorted((a, b) => a - b);
      for (const share of [0.5, 0.9]) {
        const truth = sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0;
        const found = quantile(bandsOf(seconds), share) ?? -1;
        const band = bandOf(truth);
        expect(found).toBeGreaterThanOrEqual(bandLimits[band - 1] ?? 0);
        expect(found).toBeLessThanOrEqual(bandLimits[band] ?? Number.POSITIVE_INFINITY);
      }
    }
  });
});

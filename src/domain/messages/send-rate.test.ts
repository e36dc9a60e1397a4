import { describe, expect, test } from "vitest";
import { countUnqueued, isPaused, reserveSlot, type SendRate } from "./send-rate.ts";

const fresh: SendRate = { nextAt: 0, pausedUntil: null };

/** The places that so many get who come together. */
const places = (count: number, perSecond: number, now: number, start = fresh): number[] => {
  let pace = start;
  return Array.from({ length: count }, () => {
    const taken = reserveSlot(pace, perSecond, now);
    pace = taken.pace;
    return taken.at - now;
  });
};

describe("a pace", () => {
  test.each([
    [1, 4, [0, 1000, 2000, 3000]],
    [2, 4, [0, 500, 1000, 1500]],
    [0.5, 3, [0, 2000, 4000]],
    [20, 5, [0, 0, 50, 100, 150]],
  ])("of %d a second gives %d who come together these places", (perSecond, count, expected) => {
    expect(places(count, perSecond, 1_000_000)).toEqual(expected);
  });

  test("never gives more than its share of any second, and saves up nothing while nobody comes", () => {
    const given = places(400, 80, 5_000_000);
    for (let start = 0; start < 4000; start += 100) {
      const within = given.filter((at) => at >= start && at < start + 1000).length;
      expect(within).toBeLessThanOrEqual(80 + 8);
    }
  });

  test("lets an answer go before a campaign, which then waits a little longer", () => {
    const behind = { nextAt: 1_010_000, pausedUntil: null };
    const after = countUnqueued(behind, 1, 1_000_000);
    expect(after.nextAt).toBe(1_011_000);
    expect(reserveSlot(after, 1, 1_000_000).at).toBe(1_011_000);
  });

  test("rests as long as the vendor asked", () => {
    expect(isPaused({ nextAt: 0, pausedUntil: 2000 }, 1999)).toBe(true);
    expect(isPaused({ nextAt: 0, pausedUntil: 2000 }, 2000)).toBe(false);
    expect(isPaused(fresh, 0)).toBe(false);
  });
});

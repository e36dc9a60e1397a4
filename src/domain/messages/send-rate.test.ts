import { describe, expect, test } from "vitest";
import { countUnqueued, isPaused, reserveSlot, type SendRate } from "./send-rate.ts";

const fresh: SendRate = { nextAt: 0, pausedUntil: null };

/** The slots of several sends at the same instant. */
const slots = (count: number, perSecond: number, now: number, start = fresh): number[] => {
  let rate = start;
  return Array.from({ length: count }, () => {
    const taken = reserveSlot(rate, perSecond, now);
    rate = taken.rate;
    return taken.at - now;
  });
};

describe("the send rate", () => {
  test.each([
    [1, 4, [0, 1000, 2000, 3000]],
    [2, 4, [0, 500, 1000, 1500]],
    [0.5, 3, [0, 2000, 4000]],
    [20, 5, [0, 0, 50, 100, 150]],
  ])("of %d per second spreads %d simultaneous sends over these slots", (perSecond, count, expected) => {
    expect(slots(count, perSecond, 1_000_000)).toEqual(expected);
  });

  test("stays within the limit plus one burst in every second", () => {
    const given = slots(400, 80, 5_000_000);
    for (let start = 0; start < 4000; start += 100) {
      const within = given.filter((at) => at >= start && at < start + 1000).length;
      expect(within).toBeLessThanOrEqual(80 + 8);
    }
  });

  test("counts a send that does not wait, which delays the queued ones", () => {
    const behind = { nextAt: 1_010_000, pausedUntil: null };
    const after = countUnqueued(behind, 1, 1_000_000);
    expect(after.nextAt).toBe(1_011_000);
    expect(reserveSlot(after, 1, 1_000_000).at).toBe(1_011_000);
  });

  test("is paused until the instant the vendor asked for", () => {
    expect(isPaused({ nextAt: 0, pausedUntil: 2000 }, 1999)).toBe(true);
    expect(isPaused({ nextAt: 0, pausedUntil: 2000 }, 2000)).toBe(false);
    expect(isPaused(fresh, 0)).toBe(false);
  });
});

import { describe, expect, test } from "vitest";
import { compareShares, wilsonInterval } from "./compare-shares.ts";

describe("the Wilson interval", () => {
  test.each([
    [0.5, 100, 0.4038, 0.5962],
    [0, 10, 0, 0.2775],
    [1, 10, 0.7225, 1],
    [0.25, 20, 0.1119, 0.4687],
  ])("of a share of %d among %d is known", (share, count, lower, upper) => {
    const interval = wilsonInterval(share, count);
    expect(interval.lower).toBeCloseTo(lower, 3);
    expect(interval.upper).toBeCloseTo(upper, 3);
  });

  test("without anybody says nothing", () => {
    expect(wilsonInterval(0.3, 0)).toEqual({ lower: 0, upper: 1 });
  });

  test("narrows with more people and always contains the share", () => {
    const few = wilsonInterval(0.2, 20);
    const many = wilsonInterval(0.2, 2000);
    expect(many.upper - many.lower).toBeLessThan(few.upper - few.lower);
    for (const { lower, upper } of [few, many]) {
      expect(lower).toBeLessThan(0.2);
      expect(upper).toBeGreaterThan(0.2);
    }
  });
});

describe("the difference of two shares", () => {
  // The first five are examples of Newcombe's paper of 1998.
  test.each([
    ["many", [56, 70], [48, 80], [0.2, 0.0524, 0.3339]],
    ["few", [9, 10], [3, 10], [0.6, 0.1705, 0.809]],
    ["a zero", [5, 56], [0, 29], [0.0893, -0.0381, 0.1926]],
    ["two zeros", [0, 10], [0, 20], [0, -0.1611, 0.2775]],
    ["all and none", [10, 10], [0, 20], [1, 0.6791, 1]],
    ["all and all", [10, 10], [10, 10], [0, -0.2775, 0.2775]],
    ["hundreds", [120, 1000], [30, 500], [0.06, 0.0293, 0.0879]],
  ])("of %s is known", (_name, [reached = 0, of = 0], [otherReached = 0, otherOf = 0], expected) => {
    const compared = compareShares({ reached, of }, { reached: otherReached, of: otherOf });
    const { difference, lower, upper } = compared ?? {};
    [difference, lower, upper].forEach((value, index) => {
      expect(value).toBeCloseTo(expected[index] ?? Number.NaN, 4);
    });
  });

  test("turns its sign with its groups", () => {
    const [some, others] = [
      { reached: 12, of: 40 },
      { reached: 5, of: 36 },
    ];
    const [there, back] = [compareShares(some, others), compareShares(others, some)];
    expect(there?.lower).toBeCloseTo(-(back?.upper ?? 0), 12);
    expect(there?.upper).toBeCloseTo(-(back?.lower ?? 0), 12);
  });

  test.each([
    [9, 1000],
    [1000, 9],
    [0, 1000],
    [0, 0],
  ])("is not told of groups of %d and %d", (of, otherOf) => {
    expect(compareShares({ reached: 0, of }, { reached: 0, of: otherOf })).toBeNull();
  });
});

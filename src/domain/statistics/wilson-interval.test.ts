import { describe, expect, test } from "vitest";
import { wilsonInterval } from "./wilson-interval.ts";

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

  test("of no people says nothing", () => {
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

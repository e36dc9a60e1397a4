import { describe, expect, test } from "vitest";
import { linearScale, logShare, roundUp, wilsonInterval } from "./plot-scale.ts";

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

describe("a scale", () => {
  test("maps the domain to the range, also upside down", () => {
    const toY = linearScale([0, 100], [200, 0]);
    expect([0, 25, 100].map(toY)).toEqual([200, 150, 0]);
  });

  test("without extent maps everything to the start", () => {
    expect(linearScale([3, 3], [10, 90])(3)).toBe(10);
  });

  test.each([
    [0, 2],
    [1, 2],
    [3, 4],
    [64, 80],
    [640, 800],
    [1000, 1000],
    [1001, 2000],
    [901, 1000],
  ])("ends above %d at %d", (value, end) => {
    expect(roundUp(value)).toBe(end);
  });

  test.each([
    [6, 6, 1],
    [1 / 6, 6, -1],
    [1, 6, 0],
    [100, 6, 1],
    [0, 6, 0],
    [2, 1, 0],
    [Math.sqrt(6), 6, 0.5],
    [Math.sqrt(6), 1 / 6, 0.5],
  ])("draws the factor %d beside %d as %d", (factor, strongest, share) => {
    expect(logShare(factor, strongest)).toBeCloseTo(share, 10);
  });
});

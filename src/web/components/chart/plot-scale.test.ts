import { describe, expect, test } from "vitest";
import { linearScale, logShare, roundUp } from "./plot-scale.ts";

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

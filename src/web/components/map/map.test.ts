import { describe, expect, test } from "vitest";
import { nearestArea } from "./nearest-area.ts";
import { shadeLimits, shadeOf } from "./shades.ts";

const areas = [
  { code: "a", x: 0, y: 0 },
  { code: "b", x: 10, y: 2 },
  { code: "c", x: 4, y: 30 },
  { code: "d", x: 20, y: 0 },
];

describe("arrow keys on a map", () => {
  test.each([
    ["a", "ArrowRight", "b"],
    ["b", "ArrowRight", "d"],
    ["d", "ArrowLeft", "b"],
    ["a", "ArrowDown", "b"],
    ["c", "ArrowUp", "a"],
    ["a", "ArrowLeft", undefined],
    ["a", "Enter", undefined],
    ["x", "ArrowLeft", undefined],
  ])("from %s with %s", (code, key, expected) => {
    expect(nearestArea(areas, code, key)).toBe(expected);
  });
});

describe("shades of a map", () => {
  test.each([
    [0, []],
    [1, [1]],
    [4, [1, 2, 3, 4]],
    [6, [1, 2, 3, 4]],
    [1000, [1, 4, 16, 63, 251]],
    [1_000_000, [1, 16, 251, 3981, 63_096]],
  ])("of at most %i", (max, limits) => {
    expect(shadeLimits(max)).toEqual(limits);
  });

  test("start at one", () => {
    const limits = shadeLimits(1000);
    expect([0, 1, 3, 4, 1000].map((count) => shadeOf(count, limits))).toEqual([0, 1, 1, 2, 5]);
  });
});

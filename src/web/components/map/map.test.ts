import { describe, expect, test } from "vitest";
import { type MapMove, type MapView, moveView, shownRect, viewShowing, wholePicture } from "./map-view.ts";
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

describe("the view of a map", () => {
  const picture = { width: 800, height: 400 };
  const whole = { x: 400, y: 200, scale: 1 };

  test.each<[string, MapView, MapMove, MapView]>([
    ["in", whole, "in", { x: 400, y: 200, scale: 2 }],
    ["in, at most", { x: 400, y: 200, scale: 8 }, "in", { x: 400, y: 200, scale: 8 }],
    ["out", { x: 400, y: 200, scale: 2 }, "out", whole],
    ["out at the edge, back inside", { x: 750, y: 375, scale: 8 }, "out", { x: 700, y: 350, scale: 4 }],
    ["to the whole", { x: 50, y: 25, scale: 8 }, "whole", whole],
    ["to the right", { x: 400, y: 200, scale: 4 }, "right", { x: 400 + 200 / 3, y: 200, scale: 4 }],
    ["up", { x: 400, y: 200, scale: 4 }, "up", { x: 400, y: 200 - 100 / 3, scale: 4 }],
    ["not beyond the edge", { x: 110, y: 200, scale: 4 }, "left", { x: 100, y: 200, scale: 4 }],
    ["not at all while it is whole", whole, "down", whole],
  ])("moves %s", (_name, view, move, expected) => {
    expect(moveView(picture, view, move, 8)).toEqual(expected);
  });

  test("is a part of the picture", () => {
    expect(wholePicture(picture)).toEqual(whole);
    expect(shownRect(picture, { x: 400, y: 200, scale: 4 })).toEqual({
      x: 300,
      y: 150,
      width: 200,
      height: 100,
    });
  });

  test("follows the focus out of it", () => {
    const view = { x: 400, y: 200, scale: 4 };
    expect(viewShowing(picture, view, { x: 310, y: 160 }, 8)).toBe(view);
    expect(viewShowing(picture, view, { x: 600, y: 10 }, 8)).toEqual({ x: 600, y: 50, scale: 4 });
  });
});

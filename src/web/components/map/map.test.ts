import { describe, expect, test } from "vitest";
import { classesOf, classNumber, fillOf } from "./map-classes.ts";
import { type MapMove, type MapView, moveView, shownRect, viewShowing, wholePicture } from "./map-view.ts";
import { nearestArea } from "./nearest-area.ts";

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

describe("classes of a map", () => {
  test.each<[string, number[], [number, number][]]>([
    ["none without values", [], []],
    ["none of zeros", [0, 0], []],
    ["one of a single value", [0, 7], [[7, 7]]],
    [
      "one for each of few values",
      [3, 1, 1, 8],
      [
        [1, 1],
        [3, 3],
        [8, 8],
      ],
    ],
    [
      "about equally many areas in each",
      [1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
      [
        [1, 2],
        [3, 4],
        [5, 6],
        [7, 8],
        [9, 10],
      ],
    ],
    [
      "a large city takes no other's class",
      [1, 1, 2, 2, 3, 3, 4, 4, 5, 900],
      [
        [1, 1],
        [2, 2],
        [3, 3],
        [4, 4],
        [5, 900],
      ],
    ],
    [
      "equal values stay together",
      [1, 1, 1, 1, 1, 1, 1, 2, 3, 4, 5, 6],
      [
        [1, 1],
        [2, 2],
        [3, 3],
        [4, 5],
        [6, 6],
      ],
    ],
    [
      "shares of a percentage",
      [0.02, 0.4, 0, 1.25],
      [
        [0.02, 0.02],
        [0.4, 0.4],
        [1.25, 1.25],
      ],
    ],
  ])("%s", (_name, values, expected) => {
    expect(classesOf(values).map(({ from, to }) => [from, to])).toEqual(expected);
  });

  test("are at most as many as asked for, in order, and hold every value", () => {
    const values = Array.from({ length: 78 }, (_, index) => Math.floor((index * index) / 40));
    for (const max of [1, 2, 4, 5]) {
      const classes = classesOf(values, max);
      expect(classes.length).toBe(max);
      expect(classes.flatMap(({ from, to }) => [from, to])).toEqual(
        classes.flatMap(({ from, to }) => [from, to]).toSorted((a, b) => a - b),
      );
      const sizes = classes.map(
        ({ from, to }) => values.filter((value) => value >= from && value <= to).length,
      );
      expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(values.filter((value) => value > 0).length);
      expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(6);
    }
  });

  test("a value has the number of its class, and nothing has none", () => {
    const classes = classesOf([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect([0, 1, 2, 3, 10].map((value) => classNumber(value, classes))).toEqual([0, 1, 1, 2, 5]);
  });

  test("the last class is the darkest, however many there are", () => {
    expect(fillOf(1, 1)).toBe("fill-sea");
    expect(fillOf(5, 5)).toBe("fill-sea");
    expect(new Set([0, 1, 2, 3, 4, 5].map((number) => fillOf(number, 5))).size).toBe(6);
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

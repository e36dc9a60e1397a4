import { expect, test } from "vitest";
import { changeOf } from "./change.ts";
import type { FigureUnit } from "./figure.ts";

test.each<[FigureUnit, number | null, number | null, object | undefined]>([
  ["count", 120, 100, { kind: "percent", size: 0.2, isUp: true }],
  ["count", 50, 100, { kind: "percent", size: 0.5, isUp: false }],
  ["count", 420, 6, { kind: "difference", size: 414, isUp: true }],
  ["count", 3, 9, { kind: "difference", size: 6, isUp: false }],
  ["count", 6823, 98, { kind: "difference", size: 6725, isUp: true }],
  ["count", 5, 0, { kind: "new", isUp: true }],
  ["count", 0, 0, undefined],
  ["count", 0, 40, { kind: "percent", size: 1, isUp: false }],
  ["count", null, 40, undefined],
  ["count", 40, null, undefined],
  ["share", 0.5, 0.25, { kind: "percent", size: 0.25, isUp: true }],
  ["share", 0.5, 0, undefined],
  ["seconds", 90, 60, { kind: "percent", size: 0.5, isUp: true }],
  ["seconds", 90, 0, undefined],
  ["seconds", 7200, 60, { kind: "difference", size: 7140, isUp: true }],
  ["dollars", 12, 0.5, { kind: "difference", size: 11.5, isUp: true }],
  ["dollars", 12, 0, { kind: "new", isUp: true }],
])("%s of %s after %s", (unit, now, before, expected) => {
  expect(changeOf(unit, now, before)).toEqual(expected);
});

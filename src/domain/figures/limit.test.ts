import { expect, test } from "vitest";
import type { Measured } from "./figure.ts";
import { isCrossed, type Limit, limitChange } from "./limit.ts";

const nothing: Measured = { value: null, count: 0, p90: null, mean: null, low: null, high: null };
const limit = (part: Partial<Limit>): Limit => ({
  ...{ figure: "delivered", side: "below", value: 0.9, days: 1, fewest: 20 },
  ...part,
});

test.each<[string, Partial<Limit>, Partial<Measured>, number, boolean | undefined]>([
  ["a share below the limit", {}, { value: 0.8, count: 80 }, 100, true],
  ["a share at the limit", {}, { value: 0.9, count: 90 }, 100, false],
  ["a share of too few", {}, { value: 0.5, count: 6 }, 12, undefined],
  ["nothing measured", {}, { value: null }, 0, undefined],
  ["a number above", { figure: "not_sent", side: "above", value: 5 }, { value: 6, count: 6 }, 6, true],
  ["a number of none", { figure: "not_sent", side: "below", value: 5 }, { value: 0, count: 0 }, 0, true],
  [
    "a duration of too few",
    { figure: "answer_time", side: "above", value: 60 },
    { value: 99, count: 19 },
    19,
    undefined,
  ],
  [
    "a duration of enough",
    { figure: "answer_time", side: "above", value: 60 },
    { value: 99, count: 20 },
    20,
    true,
  ],
])("%s", (_name, part, measured, whole, expected) => {
  expect(isCrossed(limit(part), { ...nothing, ...measured }, whole)).toBe(expected);
});

test.each([
  [false, true, "crossed"],
  [true, true, undefined],
  [true, undefined, undefined],
  [true, false, "recovered"],
  [false, false, undefined],
  [false, undefined, undefined],
] as const)("crossed before: %s, now: %s gives %s", (before, now, change) => {
  expect(limitChange(before, now)).toBe(change);
});

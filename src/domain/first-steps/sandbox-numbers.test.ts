import { expect, test } from "vitest";
import { hoursTable } from "#domain/compliance/hours-table.ts";
import { sandboxNumbers } from "./sandbox-numbers.ts";

const rules = { hours: hoursTable, holidays: [] };
const prefixAt = (instant: string): string | undefined =>
  sandboxNumbers(Date.parse(instant), rules, () => 0)[0]?.slice(0, 8);

test.each([
  ["2026-11-17T14:12:00Z", "+1787555", "the morning in Puerto Rico"],
  ["2026-11-18T02:12:00Z", "+1808555", "the evening in Puerto Rico, the afternoon in Hawaii"],
  ["2026-11-18T08:12:00Z", "+1671555", "the night in both, the evening in Guam"],
])("at %s a number is in %s: %s", (instant, prefix) => {
  expect(prefixAt(instant)).toBe(prefix);
});

test("every hour of a week has a number that may be contacted", () => {
  const monday = Date.parse("2026-07-06T00:00:00Z");
  const hours = Array.from({ length: 168 }, (_, hour) => monday + hour * 3_600_000);
  const prefixes = new Set(hours.map((at) => sandboxNumbers(at, rules, () => 0.5)[0]?.slice(0, 5)));
  expect(prefixes.size).toBeGreaterThan(1);
});

test("no number is one to which the simulators react, and none is listed twice", () => {
  const numbers = sandboxNumbers(Date.parse("2026-11-17T14:12:00Z"), rules, () => 0.999);
  expect(new Set(numbers).size).toBe(20);
  expect(numbers.filter((number) => !/^\+17875550[1-8]\d\d$/.test(number))).toEqual([]);
});

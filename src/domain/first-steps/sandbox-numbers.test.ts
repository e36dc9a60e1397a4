import { expect, test } from "vitest";
import { contactWindowAt } from "#domain/compliance/hours.ts";
import { hoursTable } from "#domain/compliance/hours-table.ts";
import { candidatePlaces } from "#domain/places/candidate-places.ts";
import { sandboxNumbers } from "./sandbox-numbers.ts";

const rules = { hours: hoursTable, holidays: [] };
const anywhere = { maySayZone: true };
const prefixAt = (instant: string): string | undefined =>
  sandboxNumbers(Date.parse(instant), rules, () => 0, anywhere).numbers[0]?.slice(0, 8);

test.each([
  ["2026-11-17T14:12:00Z", "+1787555", "the morning in Puerto Rico"],
  ["2026-11-18T02:12:00Z", "+1808555", "the evening in Puerto Rico, the afternoon in Hawaii"],
  ["2026-11-18T08:12:00Z", "+1671555", "the night in both, the evening in Guam"],
  ["2026-11-18T11:12:00Z", "+3461555", "the early morning in Puerto Rico, the night in Guam, noon in Spain"],
])("at %s a number is in %s: %s", (instant, prefix) => {
  expect(prefixAt(instant)).toBe(prefix);
});

test.each(["2026-01-05", "2026-07-06", "2026-11-16"])(
  "every quarter of an hour of the week of %s has a number that may be contacted",
  (monday) => {
    const quarters = Array.from({ length: 7 * 96 }, (_, n) => Date.parse(monday) + n * 15 * 60_000);
    const closed = quarters.filter((at) => {
      const { numbers, timezone: zone } = sandboxNumbers(at, rules, () => 0.5, anywhere);
      const where = { phone: numbers[0] ?? "", zip: null, region: null, zone };
      return !contactWindowAt(at, candidatePlaces(where), hoursTable, []).open;
    });
    expect(closed.map((at) => new Date(at).toISOString())).toEqual([]);
  },
);

test("without a stated time zone it is Puerto Rico where no place is open", () => {
  const at = Date.parse("2026-11-18T11:12:00Z");
  const { numbers, timezone } = sandboxNumbers(at, rules, () => 0, { maySayZone: false });
  expect([numbers[0]?.slice(0, 8), timezone]).toEqual(["+1787555", null]);
});

test("no number is one to which the simulators react, and none is listed twice", () => {
  const { numbers } = sandboxNumbers(Date.parse("2026-11-17T14:12:00Z"), rules, () => 0.999, anywhere);
  expect(new Set(numbers).size).toBe(20);
  expect(numbers.filter((number) => !/^\+17875550[1-8]\d\d$/.test(number))).toEqual([]);
});

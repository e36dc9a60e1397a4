import { expect, test } from "vitest";
import { candidatePlaces } from "#domain/places/candidate-places.ts";
import { closingDaysInput, closingHolidays } from "./closing-days.ts";
import { indexHolidays } from "./place-hours.ts";

test.each<[string, string, string, boolean]>([
  ["one day", "2026-12-24", "2026-12-24", true],
  ["a span over the turn of the year", "2026-12-24", "2027-01-06", true],
  ["62 days", "2026-07-01", "2026-08-31", true],
  ["63 days", "2026-07-01", "2026-09-01", false],
  ["a span that ends before it begins", "2026-12-24", "2026-12-23", false],
  ["a day that does not exist", "2026-02-30", "2026-02-30", false],
])("%s can be closed: %s to %s is %s", (_what, from, to, isValid) => {
  expect(closingDaysInput.safeParse({ name: "Inventory", from, to }).success).toBe(isValid);
});

test("each day of a span is a holiday of every region", () => {
  const days = closingHolidays([{ name: "Holidays", from: "2026-12-30", to: "2027-01-02" }]);
  expect(days.map(({ date }) => date)).toEqual(["2026-12-30", "2026-12-31", "2027-01-01", "2027-01-02"]);
  const index = indexHolidays(days);
  for (const phone of ["+17875550100", "+12125550100"]) {
    const [place] = candidatePlaces({ phone, zip: null, region: null, zone: null });
    expect([...index.daysIn(place?.region ?? null).values()]).toEqual(days.map(() => "Holidays"));
  }
  expect(index.isNear(Date.parse("2026-12-20T12:00:00Z"))).toBe(false);
});

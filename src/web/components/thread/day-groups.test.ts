import { expect, test } from "vitest";
import { groupByDay, relativeDay } from "./day-groups.ts";

const zone = "America/Puerto_Rico";

test("Entries are grouped by the calendar day of the zone, in their order", () => {
  const items = ["2026-11-16T02:00:00Z", "2026-11-16T05:00:00Z", "2026-11-16T20:00:00Z"].map((at) => ({
    at,
  }));
  expect(groupByDay(items, zone).map(({ date, items: ofDay }) => [date, ofDay.length])).toEqual([
    ["2026-11-15", 1],
    ["2026-11-16", 2],
  ]);
});

test("No entries make no groups", () => {
  expect(groupByDay([], zone)).toEqual([]);
});

test("Today and yesterday are named by the zone's clock", () => {
  const now = Date.parse("2026-11-16T02:00:00Z");
  expect(relativeDay("2026-11-15", now, zone)).toBe("today");
  expect(relativeDay("2026-11-14", now, zone)).toBe("yesterday");
  expect(relativeDay("2026-11-16", now, zone)).toBeUndefined();
});

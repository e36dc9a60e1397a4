import { describe, expect, test } from "vitest";
import { lastDayStarts, sameTimeAgo, startOfDay, startOfHour } from "./day.ts";
import { timezones } from "./general-settings.ts";

const at = (instant: string) => Date.parse(instant);
const iso = (instant: number) => new Date(instant).toISOString();

describe("start of a day", () => {
  test.each([
    ["Puerto Rico in winter", "America/Puerto_Rico", "2026-01-15T03:59:59Z", 0, "2026-01-14T04:00:00Z"],
    ["Puerto Rico at its midnight", "America/Puerto_Rico", "2026-01-15T04:00:00Z", 0, "2026-01-15T04:00:00Z"],
    [
      "Puerto Rico in summer, without daylight saving",
      "America/Puerto_Rico",
      "2026-07-15T12:00:00Z",
      0,
      "2026-07-15T04:00:00Z",
    ],
    ["New York in winter", "America/New_York", "2026-01-15T12:00:00Z", 0, "2026-01-15T05:00:00Z"],
    ["New York in summer", "America/New_York", "2026-07-15T12:00:00Z", 0, "2026-07-15T04:00:00Z"],
    ["the day clocks go forward", "America/New_York", "2026-03-08T18:00:00Z", 0, "2026-03-08T05:00:00Z"],
    ["the day after that", "America/New_York", "2026-03-09T18:00:00Z", 0, "2026-03-09T04:00:00Z"],
    ["the day clocks go back", "America/New_York", "2026-11-01T18:00:00Z", 0, "2026-11-01T04:00:00Z"],
    ["the day after that one", "America/New_York", "2026-11-02T18:00:00Z", 0, "2026-11-02T05:00:00Z"],
    ["a week that spans a change", "America/Los_Angeles", "2026-03-10T18:00:00Z", 6, "2026-03-04T08:00:00Z"],
    ["London in winter, which is UTC", "Europe/London", "2026-01-15T12:00:00Z", 0, "2026-01-15T00:00:00Z"],
    ["London in summer", "Europe/London", "2026-07-14T23:30:00Z", 0, "2026-07-14T23:00:00Z"],
    ["Tokyo, where it is tomorrow", "Asia/Tokyo", "2026-01-15T16:00:00Z", 0, "2026-01-15T15:00:00Z"],
    ["a month and a year back", "America/Puerto_Rico", "2026-01-01T05:00:00Z", 1, "2025-12-31T04:00:00Z"],
    ["a day without midnight", "America/Sao_Paulo", "2018-11-04T12:00:00Z", 0, "2018-11-04T03:00:00Z"],
    ["a zone of half hours", "Asia/Kolkata", "2026-01-15T12:00:00Z", 0, "2026-01-14T18:30:00Z"],
  ])("%s", (_what, zone, now, ago, expected) => {
    expect(iso(startOfDay(at(now), zone, ago))).toBe(iso(at(expected)));
  });

  test.each(timezones)("is a whole hour in %s, as the hourly counters require", (zone) => {
    const noon = at("2026-01-01T12:00:00Z");
    const starts = Array.from({ length: 366 }, (_, day) => startOfDay(noon, zone, -day));
    expect(starts.filter((start) => start !== startOfHour(start))).toEqual([]);
    expect(new Set(starts).size).toBe(366);
  });
});

describe("same time on an earlier day", () => {
  test.each([
    ["Puerto Rico", "America/Puerto_Rico", "2026-03-09T02:10:00Z", 1, "2026-03-08T02:10:00Z"],
    [
      "23 hours ago when clocks went forward",
      "America/New_York",
      "2026-03-08T16:30:00Z",
      1,
      "2026-03-07T17:30:00Z",
    ],
    [
      "25 hours ago when clocks went back",
      "America/New_York",
      "2026-11-01T17:30:00Z",
      1,
      "2026-10-31T16:30:00Z",
    ],
    ["a time that was skipped", "America/New_York", "2026-03-09T06:30:00Z", 1, "2026-03-08T07:30:00Z"],
    ["a time that came twice", "America/New_York", "2026-11-02T06:30:00Z", 1, "2026-11-01T05:30:00Z"],
    [
      "a week ago across a change",
      "Europe/London",
      "2026-04-01T12:00:00.123Z",
      7,
      "2026-03-25T13:00:00.123Z",
    ],
  ])("%s", (_what, zone, now, days, expected) => {
    expect(iso(sameTimeAgo(at(now), zone, days))).toBe(iso(at(expected)));
  });
});

test("returns the starts of the last days, oldest first, and of tomorrow", () => {
  expect(lastDayStarts(at("2026-03-09T18:00:00Z"), "America/New_York", 3).map(iso)).toEqual([
    "2026-03-07T05:00:00.000Z",
    "2026-03-08T05:00:00.000Z",
    "2026-03-09T04:00:00.000Z",
    "2026-03-10T04:00:00.000Z",
  ]);
});

import { expect, test } from "vitest";
import { calendarAt } from "./calendar.ts";

test.each([
  ["at midday", "2026-11-02T20:20:07Z", 120_000],
  ["three minutes after midnight", "2026-06-18T04:03:00Z", 120_000],
  ["half a minute after midnight", "2026-06-18T04:00:30Z", 15_000],
])("%s the newest activity is of today", (_when, instant, age) => {
  const { now, newest, days } = calendarAt(new Date(instant), "America/New_York");
  expect(now - newest).toBe(age);
  expect(newest).toBeGreaterThanOrEqual(days[0] ?? now);
});

import { expect, test } from "vitest";
import { fromWallClock, toWallClock } from "./zoned-time.ts";

test.each([
  ["2026-07-01T08:30", "America/New_York", "2026-07-01T12:30:00.000Z"],
  ["2026-01-01T08:30", "America/New_York", "2026-01-01T13:30:00.000Z"],
  ["2026-07-01T00:15", "America/Puerto_Rico", "2026-07-01T04:15:00.000Z"],
  ["2026-03-08T01:59", "America/New_York", "2026-03-08T06:59:00.000Z"],
  ["2026-03-08T03:00", "America/New_York", "2026-03-08T07:00:00.000Z"],
])("converts %s in %s to %s and back", (wallClock, zone, instant) => {
  expect(fromWallClock(wallClock, zone)).toBe(instant);
  expect(toWallClock(instant, zone)).toBe(wallClock);
});

test("an invalid date has no instant", () => {
  expect(fromWallClock("", "America/New_York")).toBeUndefined();
});

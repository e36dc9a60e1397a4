import { describe, expect, test } from "vitest";
import { isWithinQuietHours } from "./quiet-hours.ts";

const newYork = "America/New_York";
const night = { from: "22:00", to: "07:00" };
const noon = { from: "12:00", to: "13:30" };

describe("quiet hours", () => {
  test.each([
    // Within a day.
    ["2026-01-15T11:59:59-05:00", noon, newYork, false],
    ["2026-01-15T12:00:00-05:00", noon, newYork, true],
    ["2026-01-15T13:29:59-05:00", noon, newYork, true],
    ["2026-01-15T13:30:00-05:00", noon, newYork, false],
    // Over midnight.
    ["2026-01-15T21:59:59-05:00", night, newYork, false],
    ["2026-01-15T22:00:00-05:00", night, newYork, true],
    ["2026-01-16T00:00:00-05:00", night, newYork, true],
    ["2026-01-16T06:59:59-05:00", night, newYork, true],
    ["2026-01-16T07:00:00-05:00", night, newYork, false],
    // From and to midnight.
    ["2026-01-15T23:59:59-05:00", { from: "22:00", to: "00:00" }, newYork, true],
    ["2026-01-16T00:00:00-05:00", { from: "22:00", to: "00:00" }, newYork, false],
    ["2026-01-16T00:00:00-05:00", { from: "00:00", to: "06:00" }, newYork, true],
    // The same instant in other zones.
    ["2026-01-15T22:30:00-05:00", night, "America/Los_Angeles", false],
    ["2026-01-15T22:30:00-05:00", night, "Asia/Tokyo", false],
    ["2026-01-15T22:30:00-05:00", night, "Asia/Kolkata", false],
    ["2026-01-15T20:29:59-05:00", night, "Asia/Kolkata", true],
    ["2026-01-15T22:30:00-05:00", night, "America/Puerto_Rico", true],
    // The clock goes from 2:00 to 3:00 on 2026-03-08.
    ["2026-03-08T06:59:59Z", { from: "02:00", to: "03:00" }, newYork, false],
    ["2026-03-08T07:00:00Z", { from: "02:00", to: "03:00" }, newYork, false],
    ["2026-03-08T07:00:00Z", { from: "01:30", to: "03:30" }, newYork, true],
    ["2026-03-08T10:59:59Z", night, newYork, true],
    ["2026-03-08T11:00:00Z", night, newYork, false],
    // The hour from 1:00 comes twice on 2026-11-01.
    ["2026-11-01T05:30:00Z", { from: "01:00", to: "02:00" }, newYork, true],
    ["2026-11-01T06:30:00Z", { from: "01:00", to: "02:00" }, newYork, true],
    ["2026-11-01T07:00:00Z", { from: "01:00", to: "02:00" }, newYork, false],
  ])("at %s with %o in %s: %s", (at, hours, zone, expected) => {
    expect(isWithinQuietHours(Date.parse(at), hours, zone)).toBe(expected);
  });
});

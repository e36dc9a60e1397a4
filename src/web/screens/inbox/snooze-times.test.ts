import { expect, test } from "vitest";
import { timePresets } from "./snooze-times.ts";

const zone = "America/Puerto_Rico";
const presets = (now: string) =>
  Object.fromEntries(timePresets(Date.parse(now), zone).map(({ id, at }) => [id, at]));

test("Later today is three hours on, tomorrow and next week are at eight in the morning", () => {
  // A Monday, 10:20 in Puerto Rico.
  expect(presets("2026-11-16T14:20:00Z")).toEqual({
    later_today: "2026-11-16T18:00:00.000Z",
    tomorrow: "2026-11-17T12:00:00.000Z",
    next_week: "2026-11-23T12:00:00.000Z",
  });
});

test("In the evening there is no later today", () => {
  expect(presets("2026-11-16T22:00:00Z")).not.toHaveProperty("later_today");
});

test("On a Sunday next week begins the day after", () => {
  expect(presets("2026-11-15T14:00:00Z").next_week).toBe("2026-11-16T12:00:00.000Z");
});

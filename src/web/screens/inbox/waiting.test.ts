import { expect, test } from "vitest";
import { waitingTime } from "./waiting.ts";

const now = Date.parse("2026-11-16T12:00:00Z");
const after = (ms: number) => waitingTime(new Date(now - ms).toISOString(), now);
const minute = 60_000;

test("A short wait is told in minutes and is not late", () => {
  expect(after(12 * minute)).toEqual({ unit: "minutes", days: 0, hours: 0, minutes: 12, isLate: false });
});

test("A wait of more than half an hour is late", () => {
  expect(after(30 * minute).isLate).toBe(false);
  expect(after(31 * minute).isLate).toBe(true);
});

test("From an hour on there are hours and minutes, from a day on days and hours", () => {
  expect(after(66 * minute)).toMatchObject({ unit: "hours", hours: 1, minutes: 6 });
  expect(after((2 * 24 + 3) * 60 * minute)).toMatchObject({ unit: "days", days: 2, hours: 3 });
});

test("A time in the future, by a wrong clock, is no wait", () => {
  expect(after(-5 * minute)).toMatchObject({ unit: "minutes", minutes: 0, isLate: false });
});

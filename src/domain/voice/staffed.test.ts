import { expect, test } from "vitest";
import { phoneSettings } from "./phone-settings.ts";
import { isStaffed } from "./staffed.ts";

const settings = phoneSettings.parse({
  staffedFrom: "09:00",
  staffedTo: "18:00",
  staffedDays: [1, 2, 3, 4, 5],
});

test.each([
  ["Monday before opening", "2026-11-16T12:59:59Z", false],
  ["Monday at opening", "2026-11-16T13:00:00Z", true],
  ["Monday before closing", "2026-11-16T21:59:59Z", true],
  ["Monday at closing", "2026-11-16T22:00:00Z", false],
  ["Saturday at noon", "2026-11-21T16:00:00Z", false],
  ["Sunday night in UTC, still Sunday in San Juan", "2026-11-16T02:00:00Z", false],
])("%s in Puerto Rico", (_when, instant, expected) => {
  expect(isStaffed(settings, Date.parse(instant), "America/Puerto_Rico")).toBe(expected);
});

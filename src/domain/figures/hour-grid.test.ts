import { describe, expect, test } from "vitest";
import { clockHour, measureHours } from "./hour-grid.ts";
import { newLeads } from "./new-leads.ts";

const at = (iso: string) => Date.parse(iso);

describe("the hour of a clock", () => {
  test.each([
    ["2026-11-16T03:00:00Z", "America/Puerto_Rico", { weekday: 7, hour: 23 }],
    ["2026-11-16T04:00:00Z", "America/Puerto_Rico", { weekday: 1, hour: 0 }],
    // Clocks go forward at 2:00 in New York: the hour from 2 to 3 is missing.
    ["2026-03-08T06:00:00Z", "America/New_York", { weekday: 7, hour: 1 }],
    ["2026-03-08T07:00:00Z", "America/New_York", { weekday: 7, hour: 3 }],
    // Clocks go back at 2:00: the hour from 1 to 2 comes twice.
    ["2026-11-01T05:00:00Z", "America/New_York", { weekday: 7, hour: 1 }],
    ["2026-11-01T06:00:00Z", "America/New_York", { weekday: 7, hour: 1 }],
    ["2026-11-01T07:00:00Z", "America/New_York", { weekday: 7, hour: 2 }],
  ])("%s in %s", (instant, zone, expected) => {
    expect(clockHour(at(instant), zone)).toEqual(expected);
  });
});

test("hours of the same weekday and clock are added, and hours without any are left out", () => {
  const row = (iso: string, count: number) => ({
    ...{ hour: at(iso), metric: "lead" as const, dimension: "Form", band: null, count, amount: 0 },
  });
  const cells = measureHours(
    newLeads,
    [row("2026-11-01T05:00:00Z", 2), row("2026-11-01T06:00:00Z", 3), row("2026-11-03T15:00:00Z", 1)],
    "America/New_York",
  );
  expect(cells.map(({ weekday, hour, value }) => [weekday, hour, value])).toEqual([
    [2, 10, 1],
    [7, 1, 5],
  ]);
});

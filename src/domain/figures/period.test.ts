import { describe, expect, test } from "vitest";
import { daysIn, daysOf, instantsOf, isPeriod, lastDays, periodBefore } from "./period.ts";

describe("a period", () => {
  test.each([
    [{ from: "2026-11-16", to: "2026-11-16" }, 1, true],
    [{ from: "2026-10-18", to: "2026-11-16" }, 30, true],
    [{ from: "2026-11-16", to: "2026-11-15" }, 0, false],
    [{ from: "2024-02-28", to: "2024-03-01" }, 3, true],
    [{ from: "2020-01-01", to: "2026-01-01" }, 2193, false],
    [{ from: "0000-01-01", to: "0000-01-02" }, 2, false],
    [{ from: "9999-12-30", to: "9999-12-31" }, 2, false],
  ])("%j has %s days; it is one: %s", (period, days, expected) => {
    expect(daysOf(period)).toBe(days);
    expect(isPeriod(period)).toBe(expected);
  });

  test("that ends today, and as many days right before", () => {
    expect(lastDays("2026-03-02", 7)).toEqual({ from: "2026-02-24", to: "2026-03-02" });
    expect(periodBefore({ from: "2026-03-01", to: "2026-03-02" })).toEqual({
      from: "2026-02-27",
      to: "2026-02-28",
    });
    expect(daysIn({ from: "2026-02-27", to: "2026-03-01" })).toEqual([
      "2026-02-27",
      "2026-02-28",
      "2026-03-01",
    ]);
  });

  test("begins and ends at local midnight, also when clocks change in it", () => {
    const hours = (period: { from: string; to: string }, zone: string) => {
      const { start, end } = instantsOf(period, zone);
      return (end - start) / 3_600_000;
    };
    const spring = { from: "2026-03-08", to: "2026-03-08" };
    expect(hours(spring, "America/New_York")).toBe(23);
    expect(hours({ from: "2026-11-01", to: "2026-11-01" }, "America/New_York")).toBe(25);
    expect(hours(spring, "America/Puerto_Rico")).toBe(24);
    expect(new Date(instantsOf(spring, "America/New_York").start).toISOString()).toBe(
      "2026-03-08T05:00:00.000Z",
    );
  });
});

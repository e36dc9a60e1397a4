import { expect, test } from "vitest";
import type { HoursRule } from "#domain/compliance/hours-rule.ts";
import { type PlanPlace, planDays } from "./plan-days.ts";

const open = { opens: 9 * 60, closes: 20 * 60 };
const rule = (more: Partial<HoursRule> = {}): HoursRule => ({
  ...{ id: "office", name: "Office", region: null, days: [null, open, open, open, open, open, open] },
  ...{ holidays: "closed", source: "test", checked: "2026-11-15", verified: true },
  ...more,
});
const at = (zone: string, more: Partial<PlanPlace> = {}): PlanPlace => ({
  place: { region: "PR", zone, from: "declared" },
  rules: [rule()],
  holidays: [{ date: "2026-11-19", region: "PR", name: "Discovery Day" }],
  ...more,
});
const hourMs = 3_600_000;

test("each day has its hours, and a holiday its name", () => {
  const days = planDays("2026-11-18", 5, at("America/Puerto_Rico"));
  expect(days.map(({ date, opens, closes, holiday }) => [date, opens, closes, holiday])).toEqual([
    ["2026-11-18", 540, 1200, null],
    ["2026-11-19", null, null, "Discovery Day"],
    ["2026-11-20", 540, 1200, null],
    ["2026-11-21", 540, 1200, null],
    ["2026-11-22", null, null, null],
  ]);
  expect(days.map(({ openMs }) => openMs / hourMs)).toEqual([11, 0, 11, 11, 0]);
  expect(new Date(days[0]?.startsAt ?? 0).toISOString()).toBe("2026-11-18T04:00:00.000Z");
});

test("a day on which the clock changes is shorter or longer, and its hours stay", () => {
  const where = at("America/New_York", { holidays: [], rules: [rule({ days: Array(7).fill(open) })] });
  const [autumn] = planDays("2026-11-01", 1, where);
  const [spring] = planDays("2026-03-08", 1, where);
  expect(((autumn?.endsAt ?? 0) - (autumn?.startsAt ?? 0)) / hourMs).toBe(25);
  expect(((spring?.endsAt ?? 0) - (spring?.startsAt ?? 0)) / hourMs).toBe(23);
  expect([autumn?.openMs, spring?.openMs]).toEqual([11 * hourMs, 11 * hourMs]);
});

test("hours of two parts are those from the first to the last", () => {
  const rules = [rule({ days: Array(7).fill({ opens: 0, closes: 24 * 60 }) })];
  const [day] = planDays("2026-11-18", 1, at("America/Puerto_Rico", { rules }));
  expect([day?.opens, day?.closes]).toEqual([0, 1440]);
});

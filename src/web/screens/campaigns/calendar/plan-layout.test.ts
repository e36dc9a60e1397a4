import { expect, test } from "vitest";
import type { PlanDay, PlanItem } from "#contract/plan.ts";
import { layoutPlan } from "./plan-layout.ts";

const timezone = "America/Puerto_Rico";
const day = (date: string, more: Partial<PlanDay> = {}): PlanDay => ({
  date,
  startsAt: `${date}T04:00:00.000Z`,
  endsAt: `${date}T04:00:00.000Z`,
  opens: 540,
  closes: 1200,
  holiday: null,
  channels: [],
  ...more,
});
const item = (at: string | null): PlanItem => ({
  ...{ kind: "message", at, until: null, rule: null, stepId: null, type: "sms", code: null },
  ...{ count: 1, person: null },
});
const layout = (days: PlanDay[], items: PlanItem[], holidaysAreClosed = true) =>
  layoutPlan({ days, items, timezone, holidaysAreClosed });

test("an item stands at the hour of the business, and makes room for itself", () => {
  const hours = layout(
    [day("2026-11-17")],
    [item("2026-11-17T10:00:00.000Z"), item("2026-11-18T02:30:00.000Z")],
  );
  expect(hours.map(({ hour }) => hour)).toEqual(Array.from({ length: 17 }, (_, index) => index + 6));
  expect(hours[0]?.cells[0]?.items).toHaveLength(1);
  expect(hours.at(-1)?.cells[0]?.items).toHaveLength(1);
});

test("what is held without a time, or is of another day, has no cell", () => {
  const hours = layout([day("2026-11-17")], [item(null), item("2026-11-19T15:00:00.000Z")]);
  expect(hours.flatMap(({ cells }) => cells.flatMap(({ items }) => items))).toEqual([]);
  // One closed hour on both sides of the open ones.
  expect([hours[0]?.hour, hours.at(-1)?.hour]).toEqual([8, 20]);
  const closed = hours.map(({ cells }) => cells[0]?.isClosed);
  expect([closed[0], closed[1], closed.at(-2), closed.at(-1)]).toEqual([true, false, false, true]);
});

test("hours that reach midnight end with the day", () => {
  const hours = layout([day("2026-11-17", { opens: 0, closes: 1440 })], []);
  expect(hours.map(({ hour }) => hour)).toEqual(Array.from({ length: 24 }, (_, hour) => hour));
});

test.each([
  ["before it opens", {}, 8, true],
  ["open", {}, 9, false],
  ["in its last hour", {}, 19, false],
  ["on a holiday", { holiday: "Discovery Day" }, 12, true],
  ["on a closed day", { opens: null, closes: null }, 12, true],
  ["in the hour of which a part is open", { opens: 570 }, 9, false],
])("a day is %s", (_, more, hour, isClosed) => {
  const [cell] = layout([day("2026-11-19", more)], []).find((one) => one.hour === hour)?.cells ?? [];
  expect(cell?.isClosed).toBe(isClosed);
});

test("holidays on which marketing may leave are open", () => {
  const hours = layout([day("2026-11-19", { holiday: "Discovery Day" })], [], false);
  expect(hours.find(({ hour }) => hour === 12)?.cells[0]?.isClosed).toBe(false);
});

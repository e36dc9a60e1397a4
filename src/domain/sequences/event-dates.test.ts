import { expect, test } from "vitest";
import { isEventDate } from "#domain/rules/step-parts.ts";
import { eventDates } from "./event-dates.ts";
import { momentAround } from "./wait-end.ts";

const zone = "America/Puerto_Rico";

test.each<[string, unknown, string | null]>([
  ["a date", "2026-11-30", "2026-11-28T14:00:00.000Z"],
  ["a local time", "2026-11-30T09:30", "2026-11-28T14:00:00.000Z"],
  ["an instant, on the day that it is there", "2026-11-30T02:00:00Z", "2026-11-27T14:00:00.000Z"],
  ["an instant with an offset", "2026-11-29T23:30:00-0400", "2026-11-27T14:00:00.000Z"],
  ["an instant that cannot be", "2026-11-31T99:99:00Z", "2026-11-29T14:00:00.000Z"],
  ["a text", "tomorrow", null],
  ["a number", 20_261_130, null],
])("two days before %s of the event", (_what, value, moment) => {
  const dates = eventDates({ appointment_date: value }, zone, Date.parse);
  const wait = { around: "event.appointment_date", offsetDays: -2, until: "10:00" };
  const at = momentAround(wait, dates, zone);
  expect(at === null ? null : new Date(at).toISOString()).toBe(moment);
});

test("only a plain name is a field of an event", () => {
  expect(["event.appointment_date", "event.A1"].every(isEventDate)).toBe(true);
  expect(["event.", "event.a.b", "events.a", "renewal", "event.a b"].some(isEventDate)).toBe(false);
});

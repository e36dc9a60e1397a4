import { formatDay } from "#domain/calendar.ts";
import { dayMs, minuteMs } from "#domain/compliance/durations.ts";
import { contactWindowAt } from "#domain/compliance/hours.ts";
import type { CalendarHoliday, HoursRule } from "#domain/compliance/hours-rule.ts";
import { dayOfDate, indexHolidays } from "#domain/compliance/place-hours.ts";
import { instantAtLocalTime } from "#domain/day.ts";
import type { CandidatePlace } from "#domain/places/candidate-places.ts";

export type PlannedDay = {
  date: string;
  /** Milliseconds since 1970. */
  startsAt: number;
  endsAt: number;
  /** Minutes after midnight; null where the whole day is closed. */
  opens: number | null;
  closes: number | null;
  holiday: string | null;
  /** How long it is open. */
  openMs: number;
};

export type PlanPlace = {
  place: CandidatePlace;
  rules: readonly HoursRule[];
  holidays: readonly CalendarHoliday[];
};

/** The open parts of a day, in order. */
const openParts = (from: number, to: number, { place, rules, holidays }: PlanPlace) => {
  const places = [place];
  const parts: { from: number; to: number }[] = [];
  let at = from;
  while (at < to) {
    const window = contactWindowAt(at, places, rules, holidays);
    if (window.open) parts.push({ from: at, to: Math.min(window.until, to) });
    const next = window.open ? window.until : window.opensAt;
    if (next === null || next <= at) break;
    at = next;
  }
  return parts;
};

/** The days of the plan at the place of the business, from a date such as 2026-11-17. */
export const planDays = (from: string, count: number, where: PlanPlace): PlannedDay[] => {
  const first = dayOfDate(from);
  const { zone, region } = where.place;
  const names = indexHolidays(where.holidays).daysIn(region);
  return Array.from({ length: count }, (_, index) => {
    const day = first + index;
    const startsAt = instantAtLocalTime(day * dayMs, zone);
    const endsAt = instantAtLocalTime((day + 1) * dayMs, zone);
    const parts = openParts(startsAt, endsAt, where);
    const [opening] = parts;
    const closing = parts.at(-1);
    const minutes = (instant: number) => Math.round((instant - startsAt) / minuteMs);
    return {
      date: formatDay(day),
      ...{ startsAt, endsAt },
      opens: opening ? minutes(opening.from) : null,
      closes: closing ? minutes(closing.to) : null,
      holiday: names.get(day) ?? null,
      openMs: parts.reduce((sum, part) => sum + part.to - part.from, 0),
    };
  });
};

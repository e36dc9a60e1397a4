import { toDayNumber } from "#domain/calendar.ts";
import { dayMs, hourMs, minuteMs } from "#domain/compliance/durations.ts";
import { instantAtLocalTime, toLocalTime } from "#domain/day.ts";
import { type StepWait, stepDays } from "#domain/rules/step-parts.ts";

/** The calendar of the place where a person is. Days are counted since 1970. */
export type LocalCalendar = { zone: string; isHoliday: (day: number) => boolean };

/** More than a year without a workday: the calendar says nothing useful. */
const maxSearchedDays = 400;

const weekdayOf = (day: number): number => (((day + 3) % 7) + 7) % 7;

const isWorkday = (day: number, { isHoliday }: LocalCalendar): boolean =>
  weekdayOf(day) < 5 && !isHoliday(day);

const addWorkdays = (day: number, count: number, calendar: LocalCalendar): number => {
  let at = day;
  for (let left = count, searched = 0; left > 0 && searched < maxSearchedDays; searched++) {
    at++;
    if (isWorkday(at, calendar)) left--;
  }
  return at;
};

/** The first workday from a day on. */
export const firstWorkday = (day: number, calendar: LocalCalendar): number => {
  for (let at = day; at < day + maxSearchedDays; at++) if (isWorkday(at, calendar)) return at;
  return day;
};

const minutesOf = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3));

/** The first of these days from the given one on. */
const nextDay = (day: number, days: StepWait["days"]): number => {
  if (!days) return day;
  for (let at = day; at < day + 7; at++) {
    const name = stepDays[weekdayOf(at)];
    if (name !== undefined && days.includes(name)) return at;
  }
  return day;
};

const datePattern = /^(\d{4})-(\d{2})-(\d{2})/;

/** The moment of a wait around a date of the person, such as 2026-11-30; null where there is no such date. */
export const momentAround = (
  { around = "", offsetDays = 0, until = "00:00" }: StepWait,
  dates: ReadonlyMap<string, string>,
  zone: string,
): number | null => {
  const [, year, month, day] = datePattern.exec(dates.get(around) ?? "") ?? [];
  if (year === undefined) return null;
  const date = toDayNumber({ year: Number(year), month: Number(month), day: Number(day) });
  return instantAtLocalTime((date + offsetDays) * dayMs + minutesOf(until) * minuteMs, zone);
};

/**
 * When a wait ends that began at `since`. Days and workdays are days of the calendar: the local time stays the same,
 * or is the one that the wait names.
 */
export const waitEnd = (wait: StepWait, since: number, calendar: LocalCalendar): number => {
  const { for: length = 0, unit = "minutes", until, days } = wait;
  const { zone } = calendar;
  const local = toLocalTime(since, zone);
  const today = Math.floor(local / dayMs);
  const isInDays = unit === "days" || unit === "workdays";
  if (isInDays) {
    const day = unit === "days" ? today + length : addWorkdays(today, length, calendar);
    if (until === undefined) return instantAtLocalTime(day * dayMs + (local - today * dayMs), zone);
    return instantAtLocalTime(nextDay(day, days) * dayMs + minutesOf(until) * minuteMs, zone);
  }
  const elapsed = since + length * (unit === "hours" ? hourMs : minuteMs);
  if (until === undefined) return elapsed;
  const from = Math.floor(toLocalTime(elapsed, zone) / dayMs);
  for (let day = from; day <= from + 8; day++) {
    const at = instantAtLocalTime(nextDay(day, days) * dayMs + minutesOf(until) * minuteMs, zone);
    if (at >= elapsed) return at;
  }
  return elapsed;
};

import type { CandidatePlace } from "#domain/places/candidate-places.ts";
import { offsetPeriodsBetween, utcOffsetAt } from "#domain/places/zone-offsets.ts";
import { dayMs, minuteMs } from "./durations.ts";
import type { CalendarHoliday, HoursRule } from "./hours-rule.ts";

export type Interval = { from: number; to: number };
/** Days since 1970 in the local calendar → the holiday's name. */
export type HolidayDays = ReadonlyMap<number, string>;
export type HolidayIndex = {
  daysIn: (region: string | null) => HolidayDays;
  /** Whether it may be a holiday in any time zone. */
  isNear: (instant: number) => boolean;
};

/** One place with all rules that apply there, and its open intervals by local day. */
export type PlaceHours = {
  place: CandidatePlace;
  rules: readonly HoursRule[];
  holidays: HolidayDays;
  days: Map<number, Interval[]>;
};

const searchDays = 16;
const maxCachedDays = 400;

/** Days since 1970 of a calendar date, without a time zone. */
export const dayOfDate = (date: string): number => {
  const [year = 0, month = 1, day = 1] = date.split("-").map(Number);
  const shifted = month <= 2 ? year - 1 : year;
  const era = Math.floor(shifted / 400);
  const yearOfEra = shifted - era * 400;
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1;
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  return era * 146_097 + dayOfEra - 719_468;
};

/** An unknown region (null) has the holidays of all regions. */
export const indexHolidays = (holidays: readonly CalendarHoliday[]): HolidayIndex => {
  const byRegion = new Map<string | null, HolidayDays>();
  const allDays = new Set(holidays.map(({ date }) => dayOfDate(date)));
  return {
    isNear: (instant) => {
      const day = Math.floor(instant / dayMs);
      return allDays.has(day) || allDays.has(day - 1) || allDays.has(day + 1);
    },
    daysIn: (region) => {
      let days = byRegion.get(region);
      if (!days) {
        days = new Map(
          holidays
            .filter((holiday) => region === null || holiday.region === null || holiday.region === region)
            .map(({ date, name }): [number, string] => [dayOfDate(date), name]),
        );
        byRegion.set(region, days);
      }
      return days;
    },
  };
};

/** The minutes of a local day that every rule leaves open. */
const openMinutes = ({ rules, holidays }: PlaceHours, day: number): Interval | undefined => {
  const weekday = (((day + 4) % 7) + 7) % 7;
  let [from, to] = [0, 24 * 60];
  for (const rule of rules) {
    const hours = rule.days[weekday];
    if (!hours || (rule.holidays === "closed" && holidays.has(day))) return undefined;
    from = Math.max(from, hours.opens);
    to = Math.min(to, hours.closes);
  }
  return from < to ? { from, to } : undefined;
};

/** The open minutes of a local day as instants; correct where the clock skips or repeats an hour. */
const computeIntervals = (hours: PlaceHours, day: number): Interval[] => {
  const minutes = openMinutes(hours, day);
  if (!minutes) return [];
  const start = day * dayMs;
  const intervals: Interval[] = [];
  for (const piece of offsetPeriodsBetween(hours.place.zone, start - dayMs, start + 2 * dayMs)) {
    const from = Math.max(piece.from, start + minutes.from * minuteMs - piece.offset);
    const to = Math.min(piece.to, start + minutes.to * minuteMs - piece.offset);
    if (from >= to) continue;
    const last = intervals.at(-1);
    if (last?.to === from) last.to = to;
    else intervals.push({ from, to });
  }
  return intervals;
};

const intervalsOfDay = (hours: PlaceHours, day: number): Interval[] => {
  let intervals = hours.days.get(day);
  if (!intervals) {
    if (hours.days.size > maxCachedDays) hours.days.clear();
    intervals = computeIntervals(hours, day);
    hours.days.set(day, intervals);
  }
  return intervals;
};

/** The open interval that contains the instant, otherwise the next one. */
export const nextInterval = (hours: PlaceHours, instant: number): Interval | undefined => {
  const today = Math.floor((instant + utcOffsetAt(hours.place.zone, instant)) / dayMs);
  for (const interval of intervalsOfDay(hours, today))
    if (instant >= interval.from && instant < interval.to) return interval;
  for (let day = today - 1; day <= today + searchDays; day++)
    for (const interval of intervalsOfDay(hours, day)) if (interval.to > instant) return interval;
  return undefined;
};

import type { CandidatePlace } from "#domain/places/candidate-places.ts";
import { offsetPeriodsBetween, utcOffsetAt } from "#domain/places/zone-offsets.ts";
import type { Holiday, HoursRule } from "./hours.ts";

export type Interval = { from: number; to: number };
/** Days since 1970 by the local calendar → the holiday's name. */
export type HolidayDays = ReadonlyMap<number, string>;
export type Holidays = {
  of: (region: string | null) => HolidayDays;
  /** Whether it may be a holiday anywhere on earth. */
  near: (instant: number) => boolean;
};

/** One place with all rules that hold there, and its open spans by local day. */
export type PlaceHours = {
  place: CandidatePlace;
  rules: readonly HoursRule[];
  holidays: HolidayDays;
  days: Map<number, Interval[]>;
};

const minuteMs = 60_000;
const dayMs = 86_400_000;
const searchDays = 16;
const keptDays = 400;

/** Days since 1970 of a calendar date; no clock is asked. */
export const dayOfDate = (date: string): number => {
  const [year = 0, month = 1, day = 1] = date.split("-").map(Number);
  const shifted = month <= 2 ? year - 1 : year;
  const era = Math.floor(shifted / 400);
  const ofEra = shifted - era * 400;
  const ofYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1;
  return era * 146_097 + ofEra * 365 + Math.floor(ofEra / 4) - Math.floor(ofEra / 100) + ofYear - 719_468;
};

/** A place whose region nobody knows keeps everyone's holidays. */
export const holidayIndex = (holidays: readonly Holiday[]): Holidays => {
  const known = new Map<string | null, HolidayDays>();
  const all = new Set(holidays.map(({ date }) => dayOfDate(date)));
  return {
    near: (instant) => {
      const day = Math.floor(instant / dayMs);
      return all.has(day) || all.has(day - 1) || all.has(day + 1);
    },
    of: (region) => {
      let days = known.get(region);
      if (!days) {
        days = new Map(
          holidays
            .filter((holiday) => region === null || holiday.region === null || holiday.region === region)
            .map(({ date, name }): [number, string] => [dayOfDate(date), name]),
        );
        known.set(region, days);
      }
      return days;
    },
  };
};

/** What all rules together leave open of a local day, in minutes. */
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

/** The instants at which the clock on the wall shows the open minutes of that day, whatever it skips or repeats. */
const openIntervals = (hours: PlaceHours, day: number): Interval[] => {
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

const intervalsOf = (hours: PlaceHours, day: number): Interval[] => {
  let known = hours.days.get(day);
  if (!known) {
    if (hours.days.size > keptDays) hours.days.clear();
    known = openIntervals(hours, day);
    hours.days.set(day, known);
  }
  return known;
};

/** The open span that holds the instant, or else the next one. */
export const intervalFrom = (hours: PlaceHours, instant: number): Interval | undefined => {
  const today = Math.floor((instant + utcOffsetAt(hours.place.zone, instant)) / dayMs);
  for (const interval of intervalsOf(hours, today))
    if (instant >= interval.from && instant < interval.to) return interval;
  for (let day = today - 1; day <= today + searchDays; day++)
    for (const interval of intervalsOf(hours, day)) if (interval.to > instant) return interval;
  return undefined;
};

import type { Channel } from "#domain/channels/channel.ts";
import type { CodedReason } from "#domain/coded-reason.ts";
import type { Place } from "#domain/places/candidate-places.ts";
import { offsetAt } from "#domain/places/zone-clock.ts";
import { openHoursSearchMs } from "./defaults.ts";
import { dayMs, minuteMs } from "./durations.ts";
import { type CalendarHoliday, type HoursRule, unknownPlaceRule, worstCasePlaces } from "./hours-rule.ts";
import {
  type HolidayIndex,
  type Interval,
  indexHolidays,
  nextInterval,
  type PlaceHours,
} from "./place-hours.ts";

type ClosedReason = CodedReason<"quiet_hours" | "quiet_day" | "quiet_holiday">;

export type ContactWindow =
  | { open: true; until: number }
  /** `opensAt` is null if no instant is open at every place within the search span. */
  | { open: false; opensAt: number | null; reasons: ClosedReason[] };

/**
 * The hours of several places. `open` is the first interval, from `searchedFrom` on, in which all of them are open.
 */
type PlaceSet = { hours: PlaceHours[]; searchedFrom: number; open: Interval | undefined };

/** What was computed for one table of rules and one list of holidays. */
type HoursCache = {
  holidays: HolidayIndex;
  places: Map<string, PlaceHours>;
  sets: WeakMap<object, PlaceSet>;
};
const caches = new WeakMap<object, WeakMap<object, HoursCache>>();

const cacheFor = (rules: readonly HoursRule[], holidays: readonly CalendarHoliday[]): HoursCache => {
  let byHolidays = caches.get(rules);
  if (!byHolidays) {
    byHolidays = new WeakMap();
    caches.set(rules, byHolidays);
  }
  let cache = byHolidays.get(holidays);
  if (!cache) {
    cache = { holidays: indexHolidays(holidays), places: new Map(), sets: new WeakMap() };
    byHolidays.set(holidays, cache);
  }
  return cache;
};

const placeHours = (cache: HoursCache, rules: readonly HoursRule[], place: Place): PlaceHours => {
  const key = `${place.region}|${place.zone}`;
  let hours = cache.places.get(key);
  if (!hours) {
    const applying = rules.filter(({ region }) => region === null || region === place.region);
    hours = {
      place,
      rules: place.region === null ? [...applying, unknownPlaceRule] : applying,
      holidays: cache.holidays.daysIn(place.region),
      days: new Map(),
    };
    cache.places.set(key, hours);
  }
  return hours;
};

const placeSet = (cache: HoursCache, rules: readonly HoursRule[], places: readonly Place[]): PlaceSet => {
  let set = cache.sets.get(places);
  if (!set) {
    const hours = places.map((place) => placeHours(cache, rules, place));
    set = { hours, searchedFrom: 0, open: undefined };
    cache.sets.set(places, set);
  }
  return set;
};

const closedReason = (
  rule: HoursRule,
  { place, holidays }: PlaceHours,
  day: number,
  minute: number,
): ClosedReason | undefined => {
  const { region, zone, from } = place;
  const hours = rule.days[(((day + 4) % 7) + 7) % 7] ?? null;
  const holiday = rule.holidays === "closed" ? holidays.get(day) : undefined;
  if (holiday !== undefined) return { code: "quiet_holiday", rule: rule.id, holiday, region, zone, from };
  if (hours === null) return { code: "quiet_day", rule: rule.id, region, zone, from };
  const { opens, closes } = hours;
  if (minute >= opens && minute < closes) return undefined;
  return { code: "quiet_hours", rule: rule.id, opens, closes, region, zone, from };
};

/** One reason for each rule that closes one of the places at the instant. */
const closedReasons = (set: PlaceSet, instant: number): ClosedReason[] => {
  const reasons: ClosedReason[] = [];
  for (const hours of set.hours) {
    const local = instant + offsetAt(hours.place.zone, instant);
    const day = Math.floor(local / dayMs);
    const minute = (local - day * dayMs) / minuteMs;
    for (const rule of hours.rules) {
      const reason = closedReason(rule, hours, day, minute);
      if (reason) reasons.push(reason);
    }
  }
  return reasons;
};

/** The first interval, from the instant on, in which every place is open. */
const findOpen = (set: PlaceSet, instant: number): Interval | undefined => {
  let at = instant;
  while (at - instant <= openHoursSearchMs) {
    let latest = at;
    let until = Number.POSITIVE_INFINITY;
    for (const hours of set.hours) {
      const interval = nextInterval(hours, at);
      if (!interval) return undefined;
      if (interval.from > latest) latest = interval.from;
      if (interval.to < until) until = interval.to;
    }
    if (latest === at) return { from: at, to: until };
    at = latest;
  }
  return undefined;
};

/** Remembers the last result: a dry run evaluates one instant for a million people. */
const findOpenCached = (set: PlaceSet, instant: number): Interval | undefined => {
  const { searchedFrom, open } = set;
  if (open && instant >= searchedFrom && instant < open.to) return open;
  set.open = findOpen(set, instant);
  set.searchedFrom = instant;
  return set.open;
};

/**
 * Whether every rule of every place where the person may be allows contact at the instant. Without any place, the
 * worst case applies.
 */
export const contactWindowAt = (
  instant: number,
  places: readonly Place[],
  rules: readonly HoursRule[],
  holidays: readonly CalendarHoliday[],
): ContactWindow => {
  const set = placeSet(cacheFor(rules, holidays), rules, places.length > 0 ? places : worstCasePlaces);
  const open = findOpenCached(set, instant);
  if (open && open.from <= instant) return { open: true, until: open.to };
  return { open: false, opensAt: open?.from ?? null, reasons: closedReasons(set, instant) };
};

const byChannel = new WeakMap<object, Map<Channel, readonly HoursRule[]>>();

/** The rules that apply to a channel. Returns the same array each time, because caches depend on its identity. */
export const rulesForChannel = (rules: readonly HoursRule[], channel: Channel): readonly HoursRule[] => {
  let cached = byChannel.get(rules);
  if (!cached) {
    cached = new Map();
    byChannel.set(rules, cached);
  }
  let applying = cached.get(channel);
  if (!applying) {
    applying = rules.filter(({ channels }) => !channels || channels.includes(channel));
    cached.set(channel, applying);
  }
  return applying;
};

import type { Channel } from "#domain/channels/channel.ts";
import type { CandidatePlace } from "#domain/places/candidate-places.ts";
import { utcOffsetAt } from "#domain/places/zone-offsets.ts";
import { unknownPlaceRule, worstCasePlaces } from "./hours-unknown.ts";
import { type Holidays, holidayIndex, type Interval, intervalFrom, type PlaceHours } from "./place-hours.ts";
import type { GateReason } from "./reasons.ts";

/** Minutes after midnight: open from `opens`, closed from `closes` on. */
export type DayHours = { opens: number; closes: number };

/** When one jurisdiction lets people be contacted, by their own clock. */
export type HoursRule = {
  id: string;
  name: string;
  /** Null holds everywhere: the federal floor. */
  region: string | null;
  /** Sunday first; null is closed all day. */
  days: readonly (DayHours | null)[];
  holidays: "closed" | "open";
  /** Nothing said means every channel. */
  channels?: readonly Channel[];
  source: string;
  /** The day on which somebody last compared it with the source. */
  checked: string;
};

/** A local date (YYYY-MM-DD); region null is everywhere. */
export type Holiday = { date: string; region: string | null; name: string };

export type Window =
  | { open: true; until: number }
  /** `opensAt` is null where nothing opens within two weeks. */
  | { open: false; opensAt: number | null; because: GateReason[] };

const dayMs = 86_400_000;
const searchMs = 14 * dayMs;

/** Places asked of together; all are open from `open.from` to `open.to`, and never from `since` till then. */
type PlaceSet = { hours: PlaceHours[]; since: number; open: Interval | undefined };
type Book = { holidays: Holidays; places: Map<string, PlaceHours>; sets: WeakMap<object, PlaceSet> };
const books = new WeakMap<object, WeakMap<object, Book>>();

/** What is worked out for one table of rules and one list of holidays stays with them. */
const bookOf = (rules: readonly HoursRule[], holidays: readonly Holiday[]): Book => {
  let byHolidays = books.get(rules);
  if (!byHolidays) {
    byHolidays = new WeakMap();
    books.set(rules, byHolidays);
  }
  let book = byHolidays.get(holidays);
  if (!book) {
    book = { holidays: holidayIndex(holidays), places: new Map(), sets: new WeakMap() };
    byHolidays.set(holidays, book);
  }
  return book;
};

const hoursOf = (book: Book, rules: readonly HoursRule[], place: CandidatePlace): PlaceHours => {
  const key = `${place.region}|${place.zone}`;
  let hours = book.places.get(key);
  if (!hours) {
    const own = rules.filter(({ region }) => region === null || region === place.region);
    hours = {
      place,
      rules: place.region === null ? [...own, unknownPlaceRule] : own,
      holidays: book.holidays.of(place.region),
      days: new Map(),
    };
    book.places.set(key, hours);
  }
  return hours;
};

const setOf = (book: Book, rules: readonly HoursRule[], places: readonly CandidatePlace[]): PlaceSet => {
  let set = book.sets.get(places);
  if (!set) {
    set = { hours: places.map((place) => hoursOf(book, rules, place)), since: 0, open: undefined };
    book.sets.set(places, set);
  }
  return set;
};

const closedByRule = (
  rule: HoursRule,
  { place, holidays }: PlaceHours,
  day: number,
  minute: number,
): GateReason | undefined => {
  const { region, zone, from } = place;
  const hours = rule.days[(((day + 4) % 7) + 7) % 7] ?? null;
  const holiday = rule.holidays === "closed" ? holidays.get(day) : undefined;
  if (holiday !== undefined) return { code: "quiet_holiday", rule: rule.id, holiday, region, zone, from };
  if (hours === null) return { code: "quiet_day", rule: rule.id, region, zone, from };
  const { opens, closes } = hours;
  if (minute >= opens && minute < closes) return undefined;
  return { code: "quiet_hours", rule: rule.id, opens, closes, region, zone, from };
};

/** Why the places are closed at an instant: one reason for each rule that closes one. */
const closedBy = (set: PlaceSet, instant: number): GateReason[] => {
  const reasons: GateReason[] = [];
  for (const hours of set.hours) {
    const local = instant + utcOffsetAt(hours.place.zone, instant);
    const day = Math.floor(local / dayMs);
    const minute = (local - day * dayMs) / 60_000;
    for (const rule of hours.rules) {
      const reason = closedByRule(rule, hours, day, minute);
      if (reason) reasons.push(reason);
    }
  }
  return reasons;
};

/** The first instant, from `instant` on, at which every place is open; and until when all of them stay so. */
const findOpen = (set: PlaceSet, instant: number): Interval | undefined => {
  let at = instant;
  while (at - instant <= searchMs) {
    let latest = at;
    let until = Number.POSITIVE_INFINITY;
    for (const hours of set.hours) {
      const interval = intervalFrom(hours, at);
      if (!interval) return undefined;
      if (interval.from > latest) latest = interval.from;
      if (interval.to < until) until = interval.to;
    }
    if (latest === at) return { from: at, to: until };
    at = latest;
  }
  return undefined;
};

/** The same, remembering the last answer: dry runs ask of one instant a million times. */
const firstOpen = (set: PlaceSet, instant: number): Interval | undefined => {
  const { since, open } = set;
  if (open && instant >= since && instant < open.to) return open;
  set.open = findOpen(set, instant);
  set.since = instant;
  return set.open;
};

/**
 * Whether the law's hours let somebody be contacted who may be in any of these places: all rules of all places
 * must allow it. Nobody knows where gives the worst case, never a way through.
 */
export const windowAt = (
  instant: number,
  places: readonly CandidatePlace[],
  rules: readonly HoursRule[],
  holidays: readonly Holiday[],
): Window => {
  const book = bookOf(rules, holidays);
  const set = setOf(book, rules, places.length > 0 ? places : worstCasePlaces);
  const found = firstOpen(set, instant);
  if (found && found.from <= instant) return { open: true, until: found.to };
  return { open: false, opensAt: found?.from ?? null, because: closedBy(set, instant) };
};

const byChannel = new WeakMap<object, Map<Channel, readonly HoursRule[]>>();

/** The rules that speak of a channel; the same array each time. */
export const rulesFor = (rules: readonly HoursRule[], channel: Channel): readonly HoursRule[] => {
  let known = byChannel.get(rules);
  if (!known) {
    known = new Map();
    byChannel.set(rules, known);
  }
  let own = known.get(channel);
  if (!own) {
    own = rules.filter(({ channels }) => !channels || channels.includes(channel));
    known.set(channel, own);
  }
  return own;
};

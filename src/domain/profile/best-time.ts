import { weekdayOf } from "#domain/calendar.ts";
import type { CodedReason } from "#domain/coded-reason.ts";
import { utcOffsetAt } from "#domain/places/zone-offsets.ts";
import { isOwnActivity, type ProfileEntry } from "./entries.ts";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const hoursPerWeek = 168;
const windowMs = 180 * dayMs;
/** Hours of the window that is returned. */
const windowHours = 2;
/** With fewer activities the usual hours say more than their own. */
const minActivities = 3;
/** How many activities the prior weighs. */
const priorWeight = 3;

/** When people answer at all, by local hour from 0 to 23; starting values. */
const hourPrior = [
  0, 0, 0, 0, 0, 0, 0.1, 0.3, 0.5, 0.8, 1, 1, 0.8, 0.6, 0.6, 0.7, 0.9, 1, 0.8, 0.6, 0.4, 0.2, 0, 0,
];
const weekendFactor = 0.6;
/** How much an activity says about the hours beside it, and about other days. */
const hourKernel = [1, 0.5, 0.2];
const sameKindOfDay = 0.6;
const otherKindOfDay = 0.2;

export const timeReasonCodes = ["own_activity", "few_activities", "no_open_hours"] as const;
export type TimeReasonCode = (typeof timeReasonCodes)[number];

export const dayParts = ["weekdays", "weekend"] as const;
export type DayPart = (typeof dayParts)[number];

export type BestTime = {
  /** Null if no hour of the week is open. */
  window: { days: DayPart; fromHour: number; toHour: number } | null;
  reason: CodedReason<TimeReasonCode>;
  /** The next start of the window, or now inside it. */
  nextAt: number | null;
  /** 168 values from 0 to 1, Sunday 0:00 first. Closed hours have their value too. */
  heat: number[];
  /** Whether the contact hours allow it, in the same order. */
  open: boolean[];
};

const isWeekend = (weekday: number): boolean => weekday === 0 || weekday === 6;
const partOf = (weekday: number): DayPart => (isWeekend(weekday) ? "weekend" : "weekdays");

/** The hour of the week in a zone, 0 to 167. */
export const hourOfWeek = (instant: number, zone: string): number => {
  const local = instant + utcOffsetAt(zone, instant);
  const day = Math.floor(local / dayMs);
  return weekdayOf(day) * 24 + Math.floor((local - day * dayMs) / hourMs);
};

/** The hours of the coming week at whose start `isOpenAt` holds, as hours of the week in the zone. */
export const openHoursOfWeek = (
  now: number,
  zone: string,
  isOpenAt: (instant: number) => boolean,
): boolean[] => {
  const open = Array<boolean>(hoursPerWeek).fill(false);
  const start = Math.ceil(now / hourMs) * hourMs;
  for (let hour = 0; hour < hoursPerWeek; hour++) {
    const at = start + hour * hourMs;
    if (isOpenAt(at)) open[hourOfWeek(at, zone)] = true;
  }
  return open;
};

const priorAt = (weekday: number, hour: number): number =>
  (hourPrior[hour] ?? 0) * (isWeekend(weekday) ? weekendFactor : 1);
const priorSum = Array.from({ length: hoursPerWeek }, (_, at) =>
  priorAt(Math.floor(at / 24), at % 24),
).reduce((sum, value) => sum + value, 0);

const dayWeight = (one: number, other: number): number => {
  if (one === other) return 1;
  return isWeekend(one) === isWeekend(other) ? sameKindOfDay : otherKindOfDay;
};

/** How active the person is in an hour of the week: their own activities, spread over similar hours, and the prior. */
const densityAt = (hourOfTheWeek: number, activities: readonly number[]): number => {
  const [weekday, hour] = [Math.floor(hourOfTheWeek / 24), hourOfTheWeek % 24];
  const own = activities.reduce((sum, at) => {
    const distance = Math.abs((at % 24) - hour);
    return sum + (hourKernel[distance] ?? 0) * dayWeight(weekday, Math.floor(at / 24));
  }, 0);
  return own + (priorWeight * 24 * priorAt(weekday, hour)) / priorSum;
};

type Window = { days: DayPart; fromHour: number; value: number };

const isInWindow = (
  hourOfTheWeek: number,
  { days, fromHour }: Pick<Window, "days" | "fromHour">,
): boolean => {
  const hour = hourOfTheWeek % 24;
  return partOf(Math.floor(hourOfTheWeek / 24)) === days && hour >= fromHour && hour < fromHour + windowHours;
};

/** The window's mean over its days; undefined where one of its hours is closed on every day. */
const rateWindow = (
  days: DayPart,
  fromHour: number,
  heat: readonly number[],
  open: readonly boolean[],
): Window | undefined => {
  const weekdays = [0, 1, 2, 3, 4, 5, 6].filter((weekday) => partOf(weekday) === days);
  let value = 0;
  for (let hour = fromHour; hour < fromHour + windowHours; hour++) {
    const openDays = weekdays.filter((weekday) => open[weekday * 24 + hour]);
    if (openDays.length === 0) return undefined;
    value += openDays.reduce((sum, weekday) => sum + (heat[weekday * 24 + hour] ?? 0), 0) / weekdays.length;
  }
  return { days, fromHour, value };
};

const findNext = (now: number, zone: string, window: Window, open: readonly boolean[]): number | null => {
  for (let hour = 0; hour <= hoursPerWeek; hour++) {
    const at = hour === 0 ? now : Math.floor(now / hourMs) * hourMs + hour * hourMs;
    const place = hourOfWeek(at, zone);
    if (open[place] && isInWindow(place, window)) return at;
  }
  return null;
};

/** When the person is most active in their own time zone, within the hours in which they may be contacted. */
export const findBestTime = (
  entries: readonly ProfileEntry[],
  { now, zone, open }: { now: number; zone: string; open: readonly boolean[] },
): BestTime => {
  const activities = entries
    .filter((entry) => entry.at > now - windowMs && isOwnActivity(entry))
    .map(({ at }) => hourOfWeek(at, zone));
  const densities = Array.from({ length: hoursPerWeek }, (_, at) => densityAt(at, activities));
  const max = Math.max(...densities);
  const heat = densities.map((value) => Math.round((value / max) * 100) / 100);
  const windows = dayParts.flatMap((days) =>
    Array.from({ length: 24 - windowHours + 1 }, (_, fromHour) =>
      rateWindow(days, fromHour, densities, open),
    ).filter((window) => window !== undefined),
  );
  const best = windows.toSorted((a, b) => b.value - a.value)[0];
  const reason: BestTime["reason"] = {
    code: best ? (activities.length >= minActivities ? "own_activity" : "few_activities") : "no_open_hours",
    count: activities.length,
  };
  return {
    window: best ? { days: best.days, fromHour: best.fromHour, toHour: best.fromHour + windowHours } : null,
    reason,
    nextAt: best ? findNext(now, zone, best, open) : null,
    heat,
    open: [...open],
  };
};

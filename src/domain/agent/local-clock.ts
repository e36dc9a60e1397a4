import { formatLocal, weekdayOf } from "#domain/calendar.ts";
import { findAreaCode } from "#domain/places/area-codes.ts";
import { localNow } from "#domain/values/moment.ts";
import { dateWords } from "./spoken-date.ts";

/** The zone of a number's area code, where the area has only one. */
export const callerZone = (phone: string): string | null => {
  const zones = findAreaCode(/^\+1(\d{3})/.exec(phone)?.[1] ?? "")?.zones ?? [];
  return zones.length === 1 ? (zones[0] ?? null) : null;
};

const clockIn = (now: number, timezone: string): string => {
  const { days, minutes } = localNow(now, timezone);
  return `${dateWords.en.weekdays[weekdayOf(days)]} ${formatLocal(days, minutes)}`;
};

/** The caller's local time, as the model is told it; beside it that of the business where they differ. */
export const localClock = (now: number, timezone: string, zone: string | null): string => {
  const here = clockIn(now, timezone);
  const there = clockIn(now, zone ?? timezone);
  return there === here
    ? `${here} (${timezone})`
    : `${there} (${zone}); at the business ${here} (${timezone})`;
};

import { weekdayOf } from "#domain/calendar.ts";
import { toLocalTime } from "#domain/day.ts";
import type { PhoneSettings } from "./phone-settings.ts";

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));

/** Whether a person can take a call now. */
export const isStaffed = (
  { staffedFrom, staffedTo, staffedDays }: PhoneSettings,
  now: number,
  timezone: string,
): boolean => {
  const minutes = Math.floor(toLocalTime(now, timezone) / 60_000);
  const ofDay = minutes % 1440;
  const weekday = weekdayOf(Math.floor(minutes / 1440)) || 7;
  return staffedDays.includes(weekday) && ofDay >= minutesOf(staffedFrom) && ofDay < minutesOf(staffedTo);
};

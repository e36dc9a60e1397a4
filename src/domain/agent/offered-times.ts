import { formatDay, weekdayOf } from "#domain/calendar.ts";
import { toLocalTime } from "#domain/day.ts";
import type { PhoneSettings } from "#domain/voice/phone-settings.ts";

const dayMs = 86_400_000;
const daysAhead = 14;
const maxTimes = 8;

/** Half-days in which the business is staffed, from tomorrow on: `2026-11-17 morning`. */
export const offeredTimes = (
  { staffedDays, staffedFrom, staffedTo }: PhoneSettings,
  now: number,
  timezone: string,
): string[] => {
  const today = Math.floor(toLocalTime(now, timezone) / dayMs);
  const parts = [
    ...(staffedFrom < "12:00" ? ["morning"] : []),
    ...(staffedTo > "12:00" ? ["afternoon"] : []),
  ];
  const times: string[] = [];
  for (let days = today + 1; days <= today + daysAhead && times.length < maxTimes; days++)
    if (staffedDays.includes(weekdayOf(days) || 7))
      times.push(...parts.map((part) => `${formatDay(days)} ${part}`));
  return times.slice(0, maxTimes);
};

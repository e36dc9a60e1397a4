import { instantAtLocalTime, toLocalTime } from "#domain/day.ts";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const morning = 8 * hourMs;

export type TimePreset = { id: "later_today" | "tomorrow" | "next_week"; at: string };

/** Later today is three hours from now, while that is before 8 PM; the others are at 8 AM. */
export const timePresets = (now: number, zone: string): TimePreset[] => {
  const local = toLocalTime(now, zone);
  const midnight = Math.floor(local / dayMs) * dayMs;
  const weekday = new Date(midnight).getUTCDay();
  const untilMonday = ((8 - weekday) % 7 || 7) * dayMs;
  const later = Math.ceil((local + 3 * hourMs) / hourMs) * hourMs;
  const at = (localTime: number) => new Date(instantAtLocalTime(localTime, zone)).toISOString();
  return [
    ...(later <= midnight + 20 * hourMs ? [{ id: "later_today" as const, at: at(later) }] : []),
    { id: "tomorrow", at: at(midnight + dayMs + morning) },
    { id: "next_week", at: at(midnight + untilMonday + morning) },
  ];
};

import { toLocalTime } from "#domain/day.ts";

/** Local times such as 22:00. The first minute is quiet, the last is not; hours may pass midnight. */
export type QuietHours = { from: string; to: string };

const minuteMs = 60_000;
const minutesPerDay = 1440;

const toMinutes = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));

/**
 * Whether the clock on the wall shows a time within the quiet hours. Where a clock change skips or repeats an hour, the
 * time that the clock shows counts.
 */
export const isWithinQuietHours = (now: number, { from, to }: QuietHours, zone: string): boolean => {
  const minute = Math.floor(toLocalTime(now, zone) / minuteMs) % minutesPerDay;
  const start = toMinutes(from);
  const end = toMinutes(to);
  return start < end ? minute >= start && minute < end : minute >= start || minute < end;
};

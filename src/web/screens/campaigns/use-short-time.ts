import { useFormat } from "#web/lib/format.ts";

const weekMs = 7 * 24 * 60 * 60 * 1000;

/** An instant as briefly as it is clear: today the time, within a week the weekday too, else the day. */
export const useShortTime = (): ((instant: string) => string) => {
  const format = useFormat();
  return (instant) => {
    const now = new Date();
    if (format.day(instant) === format.day(now.toISOString())) return format.time(instant);
    const isNear = Math.abs(Date.parse(instant) - now.getTime()) < weekMs;
    return isNear ? format.weekdayTime(instant) : format.dayTime(instant);
  };
};

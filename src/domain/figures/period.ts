import { formatDay } from "#domain/calendar.ts";
import { dayMs } from "#domain/compliance/durations.ts";
import { dayOfDate } from "#domain/compliance/place-hours.ts";
import { startOfDate } from "#domain/day.ts";

/** Calendar days in the workspace's zone, such as 2026-11-16; the last one is part of the period. */
export type Period = { from: string; to: string };

/** The longest period that a report shows. */
export const maxPeriodDays = 731;

export const addDays = (day: string, days: number): string => formatDay(dayOfDate(day) + days);

/** How many days a period has; less than 1 where it ends before it begins. */
export const daysOf = ({ from, to }: Period): number => dayOfDate(to) - dayOfDate(from) + 1;

/** Days outside of these years have no place on a calendar with others before and after them. */
const [firstDay, lastDay] = ["1900-01-01", "2999-12-31"];

export const isPeriod = (period: Period): boolean => {
  const days = daysOf(period);
  return days >= 1 && days <= maxPeriodDays && period.from >= firstDay && period.to <= lastDay;
};

/** The last days up to and including today. */
export const lastDays = (today: string, days: number): Period => ({
  from: addDays(today, 1 - days),
  to: today,
});

/** As many days right before. */
export const periodBefore = (period: Period): Period => ({
  from: addDays(period.from, -daysOf(period)),
  to: addDays(period.from, -1),
});

export const daysIn = (period: Period): string[] =>
  Array.from({ length: Math.max(0, daysOf(period)) }, (_, index) => addDays(period.from, index));

/** The first instant of a period, and the first after it; days that daylight saving shortens or lengthens included. */
export const instantsOf = ({ from, to }: Period, zone: string): { start: number; end: number } => ({
  start: startOfDate(dayOfDate(from) * dayMs, zone),
  end: startOfDate((dayOfDate(to) + 1) * dayMs, zone),
});

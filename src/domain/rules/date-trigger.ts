import { formatDay, fromDayNumber, toDayNumber } from "#domain/calendar.ts";
import { dayMs, minuteMs } from "#domain/compliance/durations.ts";
import { instantAtLocalTime } from "#domain/day.ts";

/** A number of days before or after a date of the person, at their local time. */
export type DateTrigger = {
  /** The key of a custom field with a date. */
  field: string;
  /** Negative for days before it. */
  offsetDays: number;
  at: string;
  yearly: boolean;
};

export const defaultTriggerTime = "09:00";

/** Triggers with the same key come true at the same moments. */
export const dateTriggerKey = ({ field, offsetDays, at, yearly }: DateTrigger): string =>
  `date:${field}:${offsetDays}:${at}:${yearly ? "yearly" : "once"}`;

type Span = { from: number; to: number };

const datePattern = /^(\d{4})-(\d{2})-(\d{2})$/;
const toDay = (year: number, month: number, day: number): number => toDayNumber({ year, month, day });
const isLeapYear = (year: number): boolean => toDay(year, 3, 1) - toDay(year, 2, 1) === 29;

/** A date of February 29 comes on February 28 in other years. */
const dayInYear = (year: number, month: number, day: number): number =>
  toDay(year, month, month === 2 && day === 29 && !isLeapYear(year) ? 28 : day);

/** The days on which a date may lie whose moment is in the span, in any time zone. */
const daysOf = ({ offsetDays }: DateTrigger, { from, to }: Span): number[] => {
  const first = Math.floor(from / dayMs) - 1 - offsetDays;
  const last = Math.floor(to / dayMs) + 1 - offsetDays;
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
};

/** The stored dates whose moment may be in the span: whole, or of a yearly trigger only month and day. */
export const datesToLookFor = (trigger: DateTrigger, span: Span): string[] => {
  const dates = daysOf(trigger, span).map(formatDay);
  if (!trigger.yearly) return dates;
  const days = dates.map((date) => date.slice(5));
  return days.includes("02-28") && !days.includes("02-29") ? [...days, "02-29"] : days;
};

/** The moment in the span, its start excluded, at which the trigger comes true for a stored date; null for none. */
export const momentOfDate = (
  trigger: DateTrigger,
  date: string,
  zone: string,
  { from, to }: Span,
): number | null => {
  const [, year, month, day] = (datePattern.exec(date) ?? []).map(Number);
  if (year === undefined || month === undefined || day === undefined) return null;
  const [hours = 0, minutes = 0] = trigger.at.split(":").map(Number);
  const lastYear = fromDayNumber(Math.floor(to / dayMs)).year + 1;
  const years = trigger.yearly ? [lastYear - 2, lastYear - 1, lastYear, lastYear + 1] : [year];
  for (const each of years) {
    if (each < year) continue;
    const local =
      (dayInYear(each, month, day) + trigger.offsetDays) * dayMs + (hours * 60 + minutes) * minuteMs;
    const moment = instantAtLocalTime(local, zone);
    if (moment > from && moment <= to) return moment;
  }
  return null;
};

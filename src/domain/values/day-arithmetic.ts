import { type CalendarDay, fromDayNumber, toDayNumber, weekdayOf } from "#domain/calendar.ts";
import type { AskReason } from "./value-reading.ts";

/** A day that a phrase names, or the reason why it names none; `length` counts characters of the phrase. */
export type DayPhrase = { length: number } & (
  | { days: number; isPlainWeekday?: boolean; isPlainDayOfMonth?: boolean }
  | { ask: AskReason }
);

export type DayContext = {
  today: number;
  /** What is told has happened: days without a year are the last ones that fit. */
  isPast: boolean;
  /** A date of birth. */
  isBirth: boolean;
  isSpanish: boolean;
};

export type DayResult =
  | { days: number; isPlainWeekday?: boolean; isPlainDayOfMonth?: boolean }
  | { ask: AskReason };
export const unclearDay: DayResult = { ask: "unclear" };
const impossible: DayResult = { ask: "impossible" };
export const onDay = (days: number): DayResult => ({ days });

const isRealDay = ({ year, month, day }: CalendarDay): boolean => {
  const back = fromDayNumber(toDayNumber({ year, month, day }));
  return back.month === month && back.day === day;
};

export const monthDay = (year: number, month: number, day: number): DayResult =>
  month >= 1 && month <= 12 && day >= 1 && isRealDay({ year, month, day })
    ? onDay(toDayNumber({ year, month, day }))
    : impossible;

/** "61" is 1961 and "27" is 2027; in between both could be meant. */
const fullYear = (text: string, { today, isBirth }: DayContext): number | undefined => {
  const digits = text.replaceAll(" ", "");
  if (/^(?:19|20)\d{2}$/.test(digits)) return Number(digits);
  const joined = /^(19|20) 0 (\d)$/.exec(text);
  if (joined) return Number(`${joined[1]}0${joined[2]}`);
  if (!/^\d{1,2}$/.test(digits)) return undefined;
  const { year } = fromDayNumber(today);
  const inCentury = 2000 + Number(digits);
  if (isBirth) return inCentury <= year ? inCentury : inCentury - 100;
  if (inCentury <= year + 5 && inCentury >= year) return inCentury;
  return Number(digits) >= 40 ? inCentury - 100 : undefined;
};

export const withYear = (
  month: number,
  day: number,
  yearText: string | undefined,
  context: DayContext,
): DayResult => {
  if (yearText) {
    const year = fullYear(yearText.trim(), context);
    return year === undefined ? unclearDay : monthDay(year, month, day);
  }
  if (context.isBirth) return unclearDay;
  const { year: thisYear } = fromDayNumber(context.today);
  const step = context.isPast ? -1 : 1;
  // The 29th of February may be years away.
  for (let year = thisYear, count = 0; count < 9; count++, year += step) {
    const found = monthDay(year, month, day);
    if ("days" in found && (context.isPast ? found.days <= context.today : found.days >= context.today))
      return found;
  }
  return impossible;
};

/** The next month that has the day and in which it is not over; the last one for what has happened. */
export const dayOfMonth = (day: number, { today, isPast }: DayContext): DayResult => {
  if (day < 1 || day > 31) return impossible;
  const { year, month, day: current } = fromDayNumber(today);
  const isThisMonth = isPast ? day <= current : day >= current;
  const step = isThisMonth ? 0 : isPast ? -1 : 1;
  const at = month - 1 + step;
  return monthDay(year + Math.floor(at / 12), (((at % 12) + 12) % 12) + 1, day);
};

export const addMonths = (days: number, count: number): DayResult => {
  const { year, month, day } = fromDayNumber(days);
  const at = month - 1 + count;
  return monthDay(year + Math.floor(at / 12), (((at % 12) + 12) % 12) + 1, day);
};

export const weekdayAfter = (today: number, weekday: number): number =>
  today + ((weekday - weekdayOf(today) + 6) % 7) + 1;
export const weekdayBefore = (today: number, weekday: number): number =>
  today - ((weekdayOf(today) - weekday + 6) % 7) - 1;
const mondayOf = (today: number): number => today - ((weekdayOf(today) + 6) % 7);

/** The Sunday of next week is another one for who begins the week with Sunday. */
export const inWeek = (context: DayContext, weekday: number, weeks: number): DayResult =>
  weekday === 0 ? unclearDay : onDay(mondayOf(context.today) + 7 * weeks + weekday - 1);

export const unitDays = (unit: string): number =>
  /^fortnight/.test(unit) ? 14 : /^(?:week|semana)/.test(unit) ? 7 : 1;
export const readCount = (text: string | undefined): number => {
  if (text !== undefined && /^(?:couple|a couple|(?:un|1) par)/.test(text)) return 2;
  return text === undefined || /^\D/.test(text) ? 1 : Number(text);
};

export const monthEnd = (ofYear: number, ofMonth: number): number =>
  toDayNumber(
    ofMonth === 12 ? { year: ofYear + 1, month: 1, day: 1 } : { year: ofYear, month: ofMonth + 1, day: 1 },
  ) - 1;

/** 12/25 is the 25th of December; 3/4 is March 4 in English and asked for in Spanish. */
export const numericDate = (
  left: number,
  right: number,
  yearText: string | undefined,
  context: DayContext,
): DayResult => {
  if (left > 12 && right > 12) return impossible;
  if (left > 12) return withYear(right, left, yearText, context);
  if (context.isSpanish && right <= 12 && left !== right) return unclearDay;
  return withYear(left, right, yearText, context);
};

export const holidayDay = (dayIn: (year: number) => number, { today, isPast }: DayContext): number => {
  const { year: thisYear } = fromDayNumber(today);
  const here = dayIn(thisYear);
  if (isPast) return here <= today ? here : dayIn(thisYear - 1);
  return here >= today ? here : dayIn(thisYear + 1);
};

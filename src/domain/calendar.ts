/** Calendar days as a count of days since 1970-01-01. */
export type CalendarDay = { year: number; month: number; day: number };

/** Days since 1970 of a date of the Gregorian calendar. */
export const toDayNumber = ({ year, month, day }: CalendarDay): number => {
  const shifted = month <= 2 ? year - 1 : year;
  const era = Math.floor(shifted / 400);
  const yearOfEra = shifted - era * 400;
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1;
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  return era * 146_097 + dayOfEra - 719_468;
};

export const fromDayNumber = (days: number): CalendarDay => {
  const shifted = days + 719_468;
  const era = Math.floor(shifted / 146_097);
  const dayOfEra = shifted - era * 146_097;
  const yearOfEra = Math.floor(
    (dayOfEra -
      Math.floor(dayOfEra / 1460) +
      Math.floor(dayOfEra / 36_524) -
      Math.floor(dayOfEra / 146_096)) /
      365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const shiftedMonth = Math.floor((5 * dayOfYear + 2) / 153);
  const month = shiftedMonth + (shiftedMonth < 10 ? 3 : -9);
  const day = dayOfYear - Math.floor((153 * shiftedMonth + 2) / 5) + 1;
  return { year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day };
};

/** 0 is Sunday. */
export const weekdayOf = (days: number): number => (((days + 4) % 7) + 7) % 7;

/** The first such weekday after a day. */
export const nextWeekday = (days: number, weekday: number): number =>
  days + ((weekday - weekdayOf(days) + 6) % 7) + 1;

const two = (value: number): string => String(value).padStart(2, "0");

/** The date of a number of days since 1970, such as 2026-11-16. */
export const formatDay = (days: number): string => {
  const { year, month, day } = fromDayNumber(Math.floor(days));
  return `${year}-${two(month)}-${two(day)}`;
};

/** A local date and time, without a zone. */
export const formatLocal = (days: number, minutes: number): string =>
  `${formatDay(days)}T${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;

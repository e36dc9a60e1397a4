import type { ContactHours } from "#contract/ledgers.ts";
import { formatClock, formatWeekday } from "#web/lib/time-format.ts";

type Day = ContactHours["days"][number];
export type HoursLine = { days: string; hours: string };

/** A week begins on Monday for a reader; the table's begins on Sunday. */
const order = [1, 2, 3, 4, 5, 6, 0];
const same = (one: Day, other: Day): boolean =>
  one === other ||
  (one !== null && other !== null && one.opens === other.opens && one.closes === other.closes);

/** The hours of a week, with days that are alike and follow one another on one line. */
export const hoursLines = (
  days: ContactHours["days"],
  locale: string,
  words: { everyDay: string; closed: string },
): HoursLine[] => {
  const stretches: { first: number; last: number; hours: Day }[] = [];
  order.forEach((day, at) => {
    const hours = days[day] ?? null;
    const last = stretches.at(-1);
    if (last && same(last.hours, hours)) last.last = at;
    else stretches.push({ first: at, last: at, hours });
  });
  return stretches.map(({ first, last, hours }) => ({
    days:
      last - first === 6
        ? words.everyDay
        : first === last
          ? formatWeekday(first, locale)
          : `${formatWeekday(first, locale)}–${formatWeekday(last, locale)}`,
    hours: hours
      ? `${formatClock(hours.opens, locale)} – ${formatClock(hours.closes, locale)}`
      : words.closed,
  }));
};

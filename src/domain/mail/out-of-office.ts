import { dayMs } from "#domain/compliance/durations.ts";
import { dayOfDate } from "#domain/compliance/place-hours.ts";
import { instantAtLocalTime, toLocalTime } from "#domain/day.ts";
import { firstWorkday, type LocalCalendar } from "#domain/sequences/wait-end.ts";
import { readDate } from "#domain/values/date.ts";

/** Words before the day on which somebody is back, and before the last day on which they are away. */
const backWords =
  /\b(?:(?:be|am|is|will be|i'?ll be) back|back (?:on|in the office|at work)|return(?:ing|s)?|available again|regres\p{L}*|vuelv\p{L}*|volver\p{L}*|de vuelta|retorn\p{L}*|reincorpor\p{L}*|until|till)(?!\p{L})/giu;
const lastDayWords = /\b(?:through|thru|up to and including|hasta|al)(?!\p{L})/giu;

/** A date stands within so many characters after its words. */
const reach = 60;
/** What is further away is no absence, or was read wrong. */
const maxDays = 90;

const dayAfter = (text: string, from: number, clock: { now: number; timezone: string }): number | null => {
  const [clause = ""] = text.slice(from, from + reach).split(/[\n;!?]|\.\s/);
  const read = readDate(clause, clock);
  return "value" in read ? dayOfDate(read.value) : null;
};

/**
 * The day on which the writer of an automatic reply is back, in days since 1970; null where the reply does not say it. A
 * day of return is surer than the end of an absence.
 */
export const readReturnDay = (text: string, clock: { now: number; timezone: string }): number | null => {
  const today = Math.floor(toLocalTime(clock.now, clock.timezone) / dayMs);
  const found = [
    ...[...text.matchAll(backWords)].map(({ index, 0: words }) => ({ from: index + words.length, later: 0 })),
    ...[...text.matchAll(lastDayWords)].map(({ index, 0: words }) => ({
      from: index + words.length,
      later: 1,
    })),
  ];
  for (const { from, later } of found) {
    const day = dayAfter(text, from, clock);
    if (day !== null && day + later > today && day + later <= today + maxDays) return day + later;
  }
  return null;
};

const morning = 9 * 60 * 60 * 1000;

/** When a step may come that was to come at `opensAt`: at its time of day, on the first workday after the return. */
export const opensAfterReturn = (
  returnDay: number,
  opensAt: number | null,
  calendar: LocalCalendar,
): number => {
  const { zone } = calendar;
  const timeOfDay = opensAt === null ? morning : toLocalTime(opensAt, zone) % dayMs;
  const at = instantAtLocalTime(firstWorkday(returnDay, calendar) * dayMs + timeOfDay, zone);
  return Math.max(at, opensAt ?? 0);
};

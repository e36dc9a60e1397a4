import { formatDay, toDayNumber } from "#domain/calendar.ts";
import { dateIn, startOfDate } from "#domain/day.ts";
import type { Span, SpanUnit, Within } from "./audience.ts";
import type { AudienceContext } from "./context.ts";
import type { TimeWindow } from "./facts.ts";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** A month counts as 30 days, so that a span has the same length whenever it is used. */
const unitMs: Record<SpanUnit, number> = {
  hours: hourMs,
  days: dayMs,
  weeks: 7 * dayMs,
  months: 30 * dayMs,
};

export const spanMs = ({ last, unit }: Span): number => last * unitMs[unit];

/** Whole days; null for hours, which dates do not have. */
export const spanDays = (span: Span): number | null => (span.unit === "hours" ? null : spanMs(span) / dayMs);

type Clock = Pick<AudienceContext, "now" | "timezone">;

const parseDay = (text: string): number | null => {
  const [, year = "", month = "", day = ""] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text) ?? [];
  // Far years do not fit into the instants of the database.
  if (Number(year) < 1900 || Number(year) > 2200) return null;
  const number = toDayNumber({ year: Number(year), month: Number(month), day: Number(day) });
  return formatDay(number) === text ? number : null;
};

const relativeDays: Readonly<Record<string, number>> = { yesterday: -1, today: 0, tomorrow: 1 };

/** The number of the workspace's present day. */
export const todayNumber = ({ now, timezone }: Clock): number => parseDay(dateIn(now, timezone)) ?? 0;

/** A date, or a day relative to today; null if it is neither. */
export const readDay = (value: unknown, clock: Clock): number | null => {
  if (typeof value !== "string") return null;
  const relative = Object.hasOwn(relativeDays, value) ? relativeDays[value] : undefined;
  return relative === undefined ? parseDay(value) : todayNumber(clock) + relative;
};

/** The first instant of a day in the workspace's timezone. */
export const dayStart = (day: number, { timezone }: Clock): number => startOfDate(day * dayMs, timezone);

/** When something must have happened that is counted; null if the days are not dates. */
export const windowOf = (within: Within | undefined, clock: Clock): TimeWindow | null => {
  if (!within) return { from: null, to: null };
  if ("last" in within) return { from: clock.now - spanMs(within), to: clock.now + 1 };
  const [first, last] = "since" in within ? [within.since, null] : within.between;
  const from = readDay(first, clock);
  const to = last === null ? null : readDay(last, clock);
  if (from === null || (last !== null && to === null)) return null;
  return { from: dayStart(from, clock), to: to === null ? null : dayStart(to + 1, clock) };
};

import { type SQL, sql } from "drizzle-orm";
import type { Interval } from "#domain/compliance/place-hours.ts";
import { sameTimeAgo, startOfDay } from "#domain/day.ts";
import { historyDays } from "./figures.ts";
import { numberArrayParam, numberLiteral, randomUnit, timestampArrayParam } from "./sql-expressions.ts";

const secondMs = 1000;
const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** The instants relative to the load that the figures depend on. */
export type Calendar = {
  timezone: string;
  now: number;
  /** Time of the newest activity: two minutes ago, or less in the first two minutes of a day. */
  newest: number;
  /** Midnight of today, yesterday, … back to the first day of the history. */
  days: number[];
  tomorrow: number;
  /** The part of yesterday that is compared with today ends here; the rest starts at `yesterdayResumes`. */
  yesterdayEnds: number;
  yesterdayResumes: number;
  weekAgo: number;
};

export const calendarAt = (at: Date, timezone: string): Calendar => {
  const now = at.getTime();
  const days = Array.from({ length: historyDays + 1 }, (_, ago) => startOfDay(now, timezone, ago));
  const [today = now, yesterday = now] = days;
  // When the clocks change, "this time yesterday" and "24 hours ago" differ by an hour: stay clear of both.
  const sameTime = [sameTimeAgo(now, timezone, 1), now - 24 * hourMs];
  return {
    timezone,
    now,
    newest: now - 2 * minuteMs >= today ? now - 2 * minuteMs : Math.floor((today + now) / 2),
    days,
    tomorrow: startOfDay(now, timezone, -1),
    yesterdayEnds: Math.max(yesterday, Math.min(...sameTime) - secondMs),
    yesterdayResumes: Math.max(...sameTime) + 2 * hourMs + minuteMs,
    weekAgo: now - 7 * 24 * hourMs,
  };
};

/**
 * A part of a day with a number of activities. `p0` and `p1` are shares of the day's activities, not of its hours:
 * there are few activities at night.
 */
export type TimeSlice = {
  from: number;
  length: number;
  p0: number;
  p1: number;
  /** No activity is later than this. */
  until: number;
  count: number;
  /** Number of activities in earlier slices. */
  offset: number;
  isToday: boolean;
};

/** Amplitude of the daily activity curve. */
const dayCurve = 0.115;
/** The share of the day that has passed when the share `p` of its activities is done. */
const elapsedShare = (p: number): number => p + dayCurve * Math.sin(2 * Math.PI * p);

/** Inverse of `elapsedShare`, by bisection. */
const activityShare = (elapsed: number): number => {
  let [low, high] = [0, 1];
  for (let step = 0; step < 50; step++) {
    const middle = (low + high) / 2;
    if (elapsedShare(middle) < elapsed) low = middle;
    else high = middle;
  }
  return low;
};

export type ActivityPlan = {
  today: number;
  /** Activities of yesterday until this time of day. The rest of yesterday follows after a pause. */
  yesterday: number;
  /** `growth` goes from 0 on the first day of the history to 1 yesterday. */
  day: (growth: number) => number;
  /**
   * Only when every place in the demo may be contacted; before that time of today, when some place may. Returns the
   * instants of a span at which one may.
   */
  contactHours?: (from: number, to: number) => Interval[];
};

/** 13:00 to 20:00 in New York is within the contact hours of every area code in the demo, also on Sundays. */
const contactOpens = 13 / 24;
const contactCloses = 20 / 24;
/** Before this time, too little of the contact hours has passed for today's activities. */
const earliestContactShare = 13.5 / 24;

const weekdayFactor = (start: number): number => {
  const day = new Date(start + 12 * hourMs).getUTCDay();
  return day === 0 ? 0.72 : day === 6 ? 0.84 : 1;
};

/** Whole parts in proportion to the weights, whose sum is the count. */
const splitCount = (count: number, weights: readonly number[]): number[] => {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  let weightBefore = 0;
  return weights.map((weight) => {
    const before = Math.round((count * weightBefore) / total);
    weightBefore += weight;
    return Math.round((count * weightBefore) / total) - before;
  });
};

export const planTimeSlices = (calendar: Calendar, plan: ActivityPlan): TimeSlice[] => {
  const slices: TimeSlice[] = [];
  let offset = 0;
  const add = (ago: number, start: number, end: number, count: number) => {
    const from = calendar.days[ago] ?? calendar.now;
    const length = (calendar.days[ago - 1] ?? calendar.tomorrow) - from;
    const [p0, p1] = [activityShare(start), activityShare(end)];
    const until = Math.round(from + length * end);
    slices.push({ from, length, p0, p1, until, count, offset, isToday: ago === 0 });
    offset += count;
  };
  const shareOf = (ago: number, at: number): number => {
    const from = calendar.days[ago] ?? at;
    return (at - from) / ((calendar.days[ago - 1] ?? calendar.tomorrow) - from);
  };
  const [opens, closes] = plan.contactHours ? [contactOpens, contactCloses] : [0, 1];
  for (let ago = historyDays; ago > 1; ago--) {
    const count = plan.day((historyDays - ago) / (historyDays - 1));
    add(ago, opens, closes, Math.round(count * weekdayFactor(calendar.days[ago] ?? 0)));
  }
  const elapsedToday = shareOf(0, calendar.newest);
  const isOpenToday = !plan.contactHours || elapsedToday > earliestContactShare;
  /** Activities from the start of a day to a share of it. */
  const addUntil = (ago: number, end: number, count: number) => {
    if (isOpenToday || !plan.contactHours)
      return add(ago, opens, Math.max(opens, Math.min(end, closes)), count);
    const from = calendar.days[ago] ?? calendar.now;
    const length = (calendar.days[ago - 1] ?? calendar.tomorrow) - from;
    const open = plan.contactHours(from, from + length * end).map((interval) => ({
      start: shareOf(ago, interval.from),
      end: shareOf(ago, interval.to),
    }));
    const weights = open.map((share) => activityShare(share.end) - activityShare(share.start));
    splitCount(count, weights).forEach((part, index) => {
      const share = open[index];
      if (share && part > 0) add(ago, share.start, share.end, part);
    });
  };
  addUntil(1, shareOf(1, calendar.yesterdayEnds), plan.yesterday);
  const resumesAt = Math.max(opens, shareOf(1, calendar.yesterdayResumes));
  if (resumesAt < closes - 0.001) {
    const remaining =
      (activityShare(closes) - activityShare(resumesAt)) / (activityShare(closes) - activityShare(opens));
    add(1, resumesAt, closes, Math.ceil(plan.day(1) * remaining));
  }
  addUntil(0, elapsedToday, plan.today);
  return slices;
};

/**
 * One row per activity, oldest first: its number `n` from 1, its time `at` and whether it `is_today`. The last activity
 * of today is at the very end of its slice.
 */
export const activityRows = (slices: TimeSlice[]): SQL => {
  const column = (read: (slice: TimeSlice) => number) => numberArrayParam(slices.map(read));
  const n = sql`w.before::bigint + k`;
  const p = sql`w.p0 + (w.p1 - w.p0) * ((k - 1 + ${randomUnit(n, 1)}) / w.count)`;
  return sql`(
    SELECT n, is_today,
           CASE WHEN is_today AND n = last THEN until
                ELSE greatest(start, least(until, start + make_interval(secs => seconds * (p + ${numberLiteral(dayCurve)} * sin(2 * pi() * p)))))
            END AS at
      FROM (
        SELECT ${n} AS n, w.start, w.seconds, w.until, w.is_today > 0 AS is_today,
               w.before::bigint + w.count::bigint AS last, ${p} AS p
          FROM unnest(
                 ${timestampArrayParam(slices.map(({ from }) => from))}, ${column(({ length }) => length / 1000)},
                 ${column(({ p0 }) => p0)}, ${column(({ p1 }) => p1)},
                 ${timestampArrayParam(slices.map(({ until }) => until))}, ${column(({ count }) => count)},
                 ${column(({ offset }) => offset)}, ${column(({ isToday }) => (isToday ? 1 : 0))}
               ) AS w (start, seconds, p0, p1, until, count, before, is_today),
               generate_series(1, w.count::int) k
      ) activities)`;
};

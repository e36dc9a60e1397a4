import { sameTimeAgo, startOfDay } from "#domain/day.ts";
import { historyDays } from "./figures.ts";

const minute = 60_000;
const hour = 60 * minute;
const second = 1000;

/** The moments around a load that figures are measured between. */
export type Calendar = {
  timezone: string;
  now: number;
  /** The last thing that happened: two minutes ago, or less in the first two minutes of a day. */
  newest: number;
  /** First instants of today, yesterday, … back to the first day of the history. */
  days: number[];
  tomorrow: number;
  /** Yesterday's share of what is compared with today ends here, and the rest of yesterday begins here. */
  yesterdayEnds: number;
  yesterdayResumes: number;
  weekAgo: number;
};

export const calendarAt = (at: Date, timezone: string): Calendar => {
  const now = at.getTime();
  const days = Array.from({ length: historyDays + 1 }, (_, ago) => startOfDay(now, timezone, ago));
  const [today = now, yesterday = now] = days;
  // "At this time yesterday" is an hour off "24 hours ago" when the clocks change: right either way.
  const sameTime = [sameTimeAgo(now, timezone, 1), now - 24 * hour];
  return {
    timezone,
    now,
    newest: now - 2 * minute >= today ? now - 2 * minute : Math.floor((today + now) / 2),
    days,
    tomorrow: startOfDay(now, timezone, -1),
    yesterdayEnds: Math.max(yesterday, Math.min(...sameTime) - second),
    yesterdayResumes: Math.max(...sameTime) + 2 * hour + minute,
    weekAgo: now - 7 * 24 * hour,
  };
};

/**
 * A piece of a day and how many things happen in it. `p` runs from 0 to 1 over the day's things, not over its
 * hours: things are rare at night.
 */
export type TimeSlice = {
  from: number;
  length: number;
  p0: number;
  p1: number;
  /** Nothing lies after this. */
  until: number;
  count: number;
  /** How many things lie in pieces before it. */
  offset: number;
  isToday: boolean;
  /** What the things of this piece add up to, in US dollars; 0 where nothing is paid. */
  total: number;
};

/** The share of a day that has passed when the share `p` of its things has happened. */
export const dayCurve = 0.115;
const elapsedShare = (p: number): number => p + dayCurve * Math.sin(2 * Math.PI * p);

const activityShare = (share: number): number => {
  let [low, high] = [0, 1];
  for (let step = 0; step < 50; step++) {
    const middle = (low + high) / 2;
    if (elapsedShare(middle) < share) low = middle;
    else high = middle;
  }
  return low;
};

type Amount = { count: number; total?: number };
export type ActivityPlan = {
  today: Amount;
  /** When given, so much happened yesterday until this time of the day, and after a pause the rest. */
  yesterday?: Amount;
  /** `grown` goes from 0 on the first day of the history to 1 yesterday. */
  day: (grown: number) => Amount;
  /** Only from half past seven until half past nine in the evening. */
  officeHours?: boolean;
};

const officeOpens = 7.5 / 24;
const officeCloses = 21.5 / 24;
/** Before this share of the day has passed, too little of the office hours has. */
const earliestOfficeShare = 10 / 24;

/** Weekends are slower. */
const weekdayFactor = (start: number): number => {
  const day = new Date(start + 12 * hour).getUTCDay();
  return day === 0 ? 0.72 : day === 6 ? 0.84 : 1;
};

export const planTimeSlices = (calendar: Calendar, plan: ActivityPlan): TimeSlice[] => {
  const pieces: TimeSlice[] = [];
  let offset = 0;
  const add = (ago: number, start: number, end: number, { count, total = 0 }: Amount) => {
    const from = calendar.days[ago] ?? calendar.now;
    const length = (calendar.days[ago - 1] ?? calendar.tomorrow) - from;
    const [p0, p1] = [activityShare(start), activityShare(end)];
    const until = Math.round(from + length * end);
    pieces.push({ from, length, p0, p1, until, count, offset, isToday: ago === 0, total });
    offset += count;
  };
  const shareOf = (ago: number, at: number): number => {
    const from = calendar.days[ago] ?? at;
    return (at - from) / ((calendar.days[ago - 1] ?? calendar.tomorrow) - from);
  };
  const [start, end] = plan.officeHours ? [officeOpens, officeCloses] : [0, 1];
  for (let ago = historyDays; ago >= 1; ago--) {
    const { count, total = 0 } = plan.day((historyDays - ago) / (historyDays - 1));
    const factor = weekdayFactor(calendar.days[ago] ?? 0);
    if (ago > 1 || plan.yesterday === undefined) {
      add(ago, start, end, { count: Math.round(count * factor), total: total * factor });
      continue;
    }
    add(1, 0, shareOf(1, calendar.yesterdayEnds), plan.yesterday);
    const resumes = shareOf(1, calendar.yesterdayResumes);
    if (resumes >= 0.999) continue;
    const left = 1 - activityShare(resumes);
    add(1, resumes, 1, { count: Math.ceil(count * left), total: total * left });
  }
  const soFar = shareOf(0, calendar.newest);
  add(0, plan.officeHours && soFar > earliestOfficeShare ? officeOpens : 0, soFar, plan.today);
  return pieces;
};

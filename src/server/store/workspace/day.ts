import { lastDayStarts, sameTimeAgo, startOfDay, startOfHour } from "#domain/day.ts";

/** The last midnight in the workspace's timezone. */
export const startOfToday = (timezone: string, now = Date.now()): Date => new Date(startOfDay(now, timezone));

/** The local midnight at the start of the last `days` days, today included. */
export const startOfLastDays = (timezone: string, days: number, now = Date.now()): Date =>
  new Date(startOfDay(now, timezone, days - 1));

/** The limits of the periods that the dashboard compares. */
export type DashboardPeriods = {
  /** The starts of the last seven days, oldest first, and of tomorrow. */
  week: Date[];
  yesterday: Date;
  /** Yesterday at this time of day, and the start of that hour. */
  yesterdayNow: Date;
  yesterdayHour: Date;
  /** The start of the hour at this time of day a week ago. */
  weekAgoHour: Date;
};

export const dashboardPeriods = (timezone: string, now = Date.now()): DashboardPeriods => {
  const yesterdayNow = sameTimeAgo(now, timezone, 1);
  return {
    week: lastDayStarts(now, timezone, 7).map((at) => new Date(at)),
    yesterday: new Date(startOfDay(now, timezone, 1)),
    yesterdayNow: new Date(yesterdayNow),
    yesterdayHour: new Date(startOfHour(yesterdayNow)),
    weekAgoHour: new Date(startOfHour(sameTimeAgo(now, timezone, 7))),
  };
};

/** The workspace's timezone and the start of its day. */
export type WorkspaceDay = { timezone: string; midnight: Date };

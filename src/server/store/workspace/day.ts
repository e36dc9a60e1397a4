import { lastDayStarts, sameTimeAgo, startOfDay, startOfHour } from "#domain/day.ts";

/** The workspace's local midnight: since then is "today". */
export const startOfToday = (timezone: string, now = Date.now()): Date => new Date(startOfDay(now, timezone));

/** The local midnight from which `days` days, today among them, are counted. */
export const startOfLastDays = (timezone: string, days: number, now = Date.now()): Date =>
  new Date(startOfDay(now, timezone, days - 1));

/** The moments that today's figures and those they are held against lie between. */
export type DashboardPeriods = {
  /** The beginnings of the last seven days, oldest first, and then of tomorrow. */
  week: Date[];
  yesterday: Date;
  /** Yesterday at this time of the day, and the full hour before it. */
  yesterdayNow: Date;
  yesterdayHour: Date;
  /** The full hour before this time of the day a week ago. */
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

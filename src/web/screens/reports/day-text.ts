import { startOfDate } from "#domain/day.ts";

/** An instant of a calendar day in the workspace's zone, to be formatted. */
export const instantOfDay = (day: string, timezone: string): string =>
  new Date(startOfDate(Date.parse(`${day}T00:00:00Z`), timezone)).toISOString();

import type { BroadcastActual } from "#contract/broadcasts.ts";

type Minute = BroadcastActual["perMinute"][number];

const minuteMs = 60_000;
const minuteOf = (at: string): number => Math.floor(Date.parse(at) / minuteMs);

/** The newest minutes without gaps: one in which nothing left is a minute, too. */
export const lastMinutes = (minutes: readonly Minute[], most: number): Minute[] => {
  if (minutes.length === 0) return [];
  const counts = new Map(minutes.map(({ at, count }) => [minuteOf(at), count]));
  const last = Math.max(...counts.keys());
  const first = Math.max(Math.min(...counts.keys()), last - most + 1);
  return Array.from({ length: last - first + 1 }, (_, index) => ({
    at: new Date((first + index) * minuteMs).toISOString(),
    count: counts.get(first + index) ?? 0,
  }));
};

const hourMs = 3_600_000;

const rangeMs = { "1h": hourMs, "24h": 24 * hourMs, "7d": 168 * hourMs, "30d": 720 * hourMs } as const;

export const timeRangeIds = ["all", "1h", "24h", "7d", "30d", "custom"] as const;
export type TimeRange =
  | { by: "all" | keyof typeof rangeMs }
  | { by: "custom"; from: string | undefined; to: string | undefined };

const instantPattern = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/;
const parseInstant = (text: string | null): string | undefined =>
  text !== null && instantPattern.test(text) && !Number.isNaN(Date.parse(text))
    ? new Date(text).toISOString()
    : undefined;

export const parseTimeRange = (by: string | null, from: string | null, to: string | null): TimeRange => {
  if (by === "custom") return { by, from: parseInstant(from), to: parseInstant(to) };
  return {
    by:
      (timeRangeIds.find((id) => id === by && id !== "custom") as keyof typeof rangeMs | undefined) ?? "all",
  };
};

type TimeBounds = { from?: string; to?: string };

export const toTimeBounds = (range: TimeRange, now: number): TimeBounds => {
  if (range.by === "all") return {};
  if (range.by !== "custom") return { from: new Date(now - rangeMs[range.by]).toISOString() };
  return { ...(range.from ? { from: range.from } : {}), ...(range.to ? { to: range.to } : {}) };
};

/** The range as URL parameters. */
export const toTimeRangeParams = (range: TimeRange) => ({
  range: range.by === "all" ? undefined : range.by,
  from: range.by === "custom" ? range.from : undefined,
  to: range.by === "custom" ? range.to : undefined,
});

export const isOrdered = ({ from, to }: TimeBounds): boolean => !from || !to || from < to;

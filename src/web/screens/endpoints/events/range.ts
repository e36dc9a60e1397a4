const hourMs = 3_600_000;

/** How far back each of the ready ranges goes. */
const spans = { "1h": hourMs, "24h": 24 * hourMs, "7d": 168 * hourMs, "30d": 720 * hourMs } as const;

export const rangeIds = ["all", "1h", "24h", "7d", "30d", "custom"] as const;
export type Range =
  | { by: "all" | keyof typeof spans }
  | { by: "custom"; from: string | undefined; to: string | undefined };

const instantForm = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/;
const instantIn = (text: string | null): string | undefined =>
  text !== null && instantForm.test(text) && !Number.isNaN(Date.parse(text))
    ? new Date(text).toISOString()
    : undefined;

export const readRange = (by: string | null, from: string | null, to: string | null): Range => {
  if (by === "custom") return { by, from: instantIn(from), to: instantIn(to) };
  return {
    by: (rangeIds.find((id) => id === by && id !== "custom") as keyof typeof spans | undefined) ?? "all",
  };
};

export type Bounds = { from?: string; to?: string };

/** What a range means now. */
export const boundsOf = (range: Range, now: number): Bounds => {
  if (range.by === "all") return {};
  if (range.by !== "custom") return { from: new Date(now - spans[range.by]).toISOString() };
  return { ...(range.from ? { from: range.from } : {}), ...(range.to ? { to: range.to } : {}) };
};

/** The range as the address keeps it. */
export const addressOf = (range: Range) => ({
  range: range.by === "all" ? undefined : range.by,
  from: range.by === "custom" ? range.from : undefined,
  to: range.by === "custom" ? range.to : undefined,
});

export const isInOrder = ({ from, to }: Bounds): boolean => !from || !to || from < to;

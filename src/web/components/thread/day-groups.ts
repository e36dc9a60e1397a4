import { dateIn } from "#domain/day.ts";

export type DayGroup<T> = { date: string; items: T[] };

/** Entries in order, grouped by their calendar day in the zone. */
export const groupByDay = <T extends { at: string }>(items: readonly T[], zone: string): DayGroup<T>[] => {
  const groups: DayGroup<T>[] = [];
  for (const item of items) {
    const date = dateIn(Date.parse(item.at), zone);
    const last = groups.at(-1);
    if (last?.date === date) last.items.push(item);
    else groups.push({ date, items: [item] });
  }
  return groups;
};

/** Whether a day is today or yesterday in the zone. */
export const relativeDay = (date: string, now: number, zone: string): "today" | "yesterday" | undefined => {
  if (date === dateIn(now, zone)) return "today";
  return date === dateIn(now - 86_400_000, zone) ? "yesterday" : undefined;
};

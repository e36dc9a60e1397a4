import { weekdayOf } from "#domain/calendar.ts";
import { dayMs, hourMs } from "#domain/compliance/durations.ts";
import { toLocalTime } from "#domain/day.ts";
import type { Figure, Measured } from "./figure.ts";
import { type CountedRow, tallyOf } from "./tally.ts";

export type HourRow = CountedRow & { hour: number };

/** A number for each hour of each weekday; Monday is 1, Sunday 7. */
export type HourCell = Measured & { weekday: number; hour: number };

/** The weekday and hour of a clock in the zone. In the night in which clocks go back, one hour counts twice. */
export const clockHour = (instant: number, zone: string): { weekday: number; hour: number } => {
  const local = toLocalTime(instant, zone);
  return {
    weekday: ((weekdayOf(Math.floor(local / dayMs)) + 6) % 7) + 1,
    hour: Math.floor((((local % dayMs) + dayMs) % dayMs) / hourMs),
  };
};

/** Measures a figure by weekday and hour from counts by the hour; hours without any are left out. */
export const measureHours = (figure: Figure, rows: readonly HourRow[], zone: string): HourCell[] => {
  const cells = Map.groupBy(rows, ({ hour }) => {
    const clock = clockHour(hour, zone);
    return clock.weekday * 24 + clock.hour;
  });
  return [...cells]
    .toSorted(([a], [b]) => a - b)
    .map(([key, own]) => ({
      weekday: Math.floor(key / 24),
      hour: key % 24,
      ...figure.measure(tallyOf(own)),
    }));
};

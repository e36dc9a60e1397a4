import { fromDayNumber, toDayNumber, weekdayOf } from "#domain/calendar.ts";
import type { MomentPiece } from "./moment-pieces.ts";

export type SlotPiece = Exclude<MomentPiece, { kind: "ask" }>;
type DayPiece = Extract<MomentPiece, { kind: "day" }>;

export const isSame = (one: SlotPiece, other: SlotPiece): boolean => {
  if (one.kind === "day" && other.kind === "day") return one.days === other.days;
  if (one.kind === "time" && other.kind === "time")
    return (
      one.minutes === other.minutes ||
      (one.isOpen !== other.isOpen && one.minutes % 720 === other.minutes % 720)
    );
  if (one.kind === "part" && other.kind === "part") return one.part === other.part;
  return one.kind === "offset" && other.kind === "offset" && one.minutes === other.minutes;
};

/** "Wednesday the 18th": the date decides where the weekday or the day of the month agrees. */
export const mergeDays = (one: SlotPiece, other: SlotPiece): SlotPiece | undefined => {
  if (one.kind !== "day" || other.kind !== "day") return undefined;
  if (other.isRelative) return other;
  const isSameWeekday = weekdayOf(one.days) === weekdayOf(other.days);
  const isSameDayOfMonth = fromDayNumber(one.days).day === fromDayNumber(other.days).day;
  if (other.isPlainDayOfMonth && isSameDayOfMonth) return one;
  if (one.isPlainWeekday && isSameWeekday) return other;
  return other.isPlainWeekday && isSameWeekday ? one : undefined;
};

const isSameWeek = (one: number, other: number): boolean => {
  const mondayOf = (days: number): number => days - ((weekdayOf(days) + 6) % 7);
  return mondayOf(one) === mondayOf(other);
};

/** A corrected day: "April 5, no, the 6th" stays in April. Undefined where the week or the month is unclear. */
export const correctDay = (held: DayPiece, corrected: DayPiece, today: number): DayPiece | undefined => {
  if (corrected.isPlainDayOfMonth && !held.isPlainDayOfMonth && !held.isPlainWeekday) {
    const { year, month } = fromDayNumber(held.days);
    const { day } = fromDayNumber(corrected.days);
    const days = toDayNumber({ year, month, day });
    return fromDayNumber(days).day === day ? { ...corrected, days } : undefined;
  }
  const isFar = !held.isPlainWeekday && held.days > today + 7;
  if (corrected.isPlainWeekday && isFar && !isSameWeek(held.days, corrected.days)) return undefined;
  return corrected;
};

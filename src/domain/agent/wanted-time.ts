import { fromDayNumber, toDayNumber } from "#domain/calendar.ts";
import { readDate } from "#domain/values/date.ts";
import { readMomentAhead } from "#domain/values/datetime.ts";
import { closedHolidayOn } from "#domain/values/holiday-dates.ts";
import { localNow } from "#domain/values/moment.ts";
import type { AskReason } from "#domain/values/value-reading.ts";

/** When and where the customer speaks: relative days depend on it. */
export type SpeechClock = { now: number; timezone: string };

/** A day, `2026-11-17`, or with a time, `2026-11-17T10:00`, in the workspace's zone. */
export type WantedTime = {
  at: string;
  quote: string;
  /** Only a part of the day was named; the time is that at which it begins. */
  isPart: boolean;
  /** The customer named another zone, from which the time was converted. */
  isConverted: boolean;
};

/** The time that a text names, or why it must be asked for: nothing named, more than one reading, or impossible. */
export const readWantedTime = (text: string, clock: SpeechClock): WantedTime | { ask: AskReason } => {
  const quote = text.trim();
  const moment = readMomentAhead(text, clock);
  if (!("ask" in moment)) return { ...moment, quote };
  if (moment.ask !== "missing") return { ask: moment.ask };
  const day = readDate(text, clock);
  if ("ask" in day) return { ask: day.ask };
  const today = localNow(clock.now, clock.timezone).days;
  return dayOf(day.value) >= today
    ? { at: day.value, quote, isPart: false, isConverted: false }
    : { ask: "impossible" };
};

export const findWantedTime = (text: string, clock: SpeechClock): WantedTime | null => {
  const read = readWantedTime(text, clock);
  return "ask" in read ? null : read;
};

const dayOf = (at: string): number => {
  const [year = 0, month = 0, day = 0] = at.slice(0, 10).split("-").map(Number);
  return toDayNumber({ year, month, day });
};

/** The holiday on which offices are closed at that time. */
export const holidayOf = ({ at }: WantedTime): { en: string; es: string } | undefined => {
  const days = dayOf(at);
  return closedHolidayOn(days, fromDayNumber(days).year);
};

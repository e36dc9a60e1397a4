import { formatLocal } from "#domain/calendar.ts";
import { instantAtLocalTime, toLocalTime } from "#domain/day.ts";
import { dayContextOf } from "./day-context.ts";
import { applyHalf } from "./hour-phrases.ts";
import { localNow, readMoment, type SpokenMoment } from "./moment.ts";
import { readMomentWords } from "./moment-words.ts";
import { type AskReason, askAgain, type ValueClock, type ValueReader } from "./value-reading.ts";
import { findZone } from "./zone-words.ts";

const firstHour = 8 * 60;
const lastHour = 20 * 60;
const dayMinutes = 1440;
const partStarts = { morning: 9 * 60, afternoon: 14 * 60, night: 19 * 60 } as const;

type LocalMoment = { days: number; minutes: number };

/** An hour without a half of the day is the next one between 8 AM and 8 PM. */
const readOpenHour = (
  minutes: number,
  days: number | undefined,
  now: LocalMoment,
): { ask: AskReason } | LocalMoment => {
  const inDay = [minutes % 720, (minutes % 720) + 720].filter((at) => at >= firstHour && at <= lastHour);
  const [usual] = inDay;
  if (usual === undefined) return askAgain("unclear");
  if (days !== undefined && days !== now.days) return { days, minutes: usual };
  const today = inDay.find((at) => at > now.minutes);
  if (today !== undefined) return { days: now.days, minutes: today };
  return days === undefined ? { days: now.days + 1, minutes: usual } : askAgain("impossible");
};

const resolve = (
  { days, time, part, offset }: SpokenMoment,
  now: LocalMoment,
): { ask: AskReason } | LocalMoment => {
  if (offset !== undefined) {
    if (time || part || days !== undefined) return askAgain("unclear");
    const total = now.minutes + offset;
    return { days: now.days + Math.floor(total / dayMinutes), minutes: total % dayMinutes };
  }
  if (!time) {
    if (part === undefined || days === undefined) return askAgain("missing");
    return { days, minutes: partStarts[part] };
  }
  if (!time.isOpen) {
    const closed = time.minutes;
    const isMorning = closed < 720;
    if (part !== undefined && (part === "morning") !== isMorning) return askAgain("unclear");
    if (days !== undefined) return { days, minutes: closed };
    return { days: closed > now.minutes ? now.days : now.days + 1, minutes: closed };
  }
  if (part === undefined) return readOpenHour(time.minutes, days, now);
  const inPart = applyHalf(Math.floor(time.minutes / 60), time.minutes % 60, part);
  if ("ask" in inPart) return askAgain(inPart.ask);
  const { minutes } = inPart;
  return { days: days ?? (minutes > now.minutes ? now.days : now.days + 1), minutes };
};

export type MomentAhead = {
  /** Local date and time in the workspace's zone. */
  at: string;
  /** Only a part of the day was named; the time is that at which it begins. */
  isPart: boolean;
  /** The speaker named another zone. */
  isConverted: boolean;
};

/** A moment that lies ahead, and how it was said. */
export const readMomentAhead = (
  text: string,
  { now, timezone }: ValueClock,
): MomentAhead | { ask: AskReason } => {
  const all = readMomentWords(text);
  const zone = findZone(
    all.map((word) => word.text),
    all.map((word) => word.raw),
  );
  if (zone?.zone === null) return askAgain("unclear");
  const words = zone ? all.filter((_, at) => at < zone.start || at >= zone.end) : all;
  const spokenZone = zone?.zone ?? timezone;
  const local = localNow(now, spokenZone);
  const moment = readMoment(words, dayContextOf(words, local.days, false), "datetime");
  if ("ask" in moment) return moment;
  const resolved = resolve(moment, local);
  if ("ask" in resolved) return resolved;
  const instant = instantAtLocalTime((resolved.days * dayMinutes + resolved.minutes) * 60_000, spokenZone);
  if (instant <= now) return askAgain("impossible");
  const here = Math.floor(toLocalTime(instant, timezone) / 60_000);
  const days = Math.floor(here / dayMinutes);
  return {
    at: formatLocal(days, here - days * dayMinutes),
    isPart: moment.time === undefined && moment.offset === undefined,
    isConverted: here !== resolved.days * dayMinutes + resolved.minutes,
  };
};

/** A moment that lies ahead, in the workspace's zone. */
export const readDatetime: ValueReader<string> = (text, clock) => {
  const read = readMomentAhead(text, clock);
  return "ask" in read ? read : { value: read.at };
};

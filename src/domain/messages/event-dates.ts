import { formatDay, toDayNumber } from "#domain/calendar.ts";
import type { Language } from "#domain/language.ts";

type DateContext = {
  language: Language;
  /** For instants, which name their distance from UTC. */
  zone: string;
  now: number;
};

type DatePart = "date" | "time" | "both";

type ReadDate = { at: number; zone: string; hasDate: boolean; hasTime: boolean };

const dayMs = 86_400_000;
const localDate = /^\d{4}-\d{2}-\d{2}$/;
const localTime = /^(?:[01]?\d|2[0-3]):[0-5]\d(?::[0-5]\d)?$/;
const dateTime = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2})(?::\d{2}(?:\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})?$/;

/** The start of a day as if it were in UTC; undefined for a day that no calendar has. */
const readDay = (text: string): number | undefined => {
  const [year = 0, month = 0, day = 0] = text.split("-").map(Number);
  const days = toDayNumber({ year, month, day });
  return formatDay(days) === text ? days * dayMs : undefined;
};

const minuteMs = 60_000;

const timeMs = (time: string): number => {
  const [hours = 0, minutes = 0] = time.split(":").map(Number);
  return (hours * 60 + minutes) * minuteMs;
};

/** How far a zone such as `-04:00` is from UTC. */
const offsetMs = (offset: string): number => {
  const [, sign, hours = "0", minutes = "0"] = /^([+-])(\d{2}):?(\d{2})$/.exec(offset) ?? [];
  return (sign === "-" ? -1 : 1) * timeMs(`${hours}:${minutes}`);
};

/** A date, a time or both, as programs write them. */
const readDate = (text: string, zone: string): ReadDate | undefined => {
  if (localDate.test(text)) {
    const at = readDay(text);
    return at === undefined ? undefined : { at, zone: "UTC", hasDate: true, hasTime: false };
  }
  if (localTime.test(text)) return { at: timeMs(text), zone: "UTC", hasDate: false, hasTime: true };
  const [, day = "", time = "", offset] = dateTime.exec(text) ?? [];
  const start = readDay(day);
  if (start === undefined || !localTime.test(time)) return undefined;
  const local = start + timeMs(time);
  return offset === undefined
    ? { at: local, zone: "UTC", hasDate: true, hasTime: true }
    : { at: local - offsetMs(offset), zone, hasDate: true, hasTime: true };
};

const locales: Record<Language, string> = { en: "en-US", es: "es-PR" };
const formats = new Map<string, Intl.DateTimeFormat>();

const format = (
  at: number,
  language: Language,
  zone: string,
  parts: "date" | "dateWithYear" | "time",
): string => {
  const key = `${language} ${zone} ${parts}`;
  const known =
    formats.get(key) ??
    new Intl.DateTimeFormat(locales[language], {
      timeZone: zone,
      ...(parts === "time"
        ? { hour: "numeric", minute: "2-digit" }
        : { weekday: "long", month: "long", day: "numeric" }),
      ...(parts === "dateWithYear" ? { year: "numeric" } : {}),
    });
  formats.set(key, known);
  return (
    known
      .format(at)
      // A special space would double the segments of an SMS.
      .replaceAll(/[\u00A0\u202F]/g, " ")
      // The full stop of “a. m.” would stand beside that of a sentence.
      .replace(/([ap])\. m\.$/, (_, half: string) => `${half.toUpperCase()}M`)
  );
};

/** A day of these months needs no year. */
const isNear = (at: number, now: number): boolean => at > now - 60 * dayMs && at < now + 300 * dayMs;

const wordDate = (value: unknown, part: DatePart, { language, zone, now }: DateContext): unknown => {
  const read = typeof value === "string" ? readDate(value.trim(), zone) : undefined;
  if (!read) return value;
  const date =
    read.hasDate && part !== "time"
      ? format(read.at, language, read.zone, isNear(read.at, now) ? "date" : "dateWithYear")
      : "";
  const time = read.hasTime && part !== "date" ? format(read.at, language, read.zone, "time") : "";
  return [date, time].filter(Boolean).join(", ") || value;
};

const parts: Partial<Record<string, DatePart>> = { appointment_date: "date", appointment_time: "time" };

/** The fields of an event for a message: dates and times of programs become those of the reader's language. */
export const wordEventDates = (
  event: Readonly<Record<string, unknown>>,
  context: DateContext,
): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(event).map(([name, value]) => [name, wordDate(value, parts[name] ?? "both", context)]),
  );

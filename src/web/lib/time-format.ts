import { type HoursWindow, readHours } from "#domain/rules/hours-text.ts";

const mondayMs = Date.UTC(2024, 0, 1);
const dayMs = 86_400_000;
const formats = new Map<string, Intl.DateTimeFormat>();

/** Formats are slow to make. */
const formatOf = (locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat => {
  const key = `${locale} ${JSON.stringify(options)}`;
  const format = formats.get(key) ?? new Intl.DateTimeFormat(locale, options);
  formats.set(key, format);
  return format;
};

/** Minutes since midnight as a clock shows them; the end of a day is midnight. */
export const formatClock = (minutes: number, locale: string): string =>
  minutes >= 0 && minutes <= 1440
    ? formatOf(locale, { timeStyle: "short", timeZone: "UTC" }).format(mondayMs + minutes * 60_000)
    : "?";

/** From Monday (0) to Sunday (6). */
export const formatWeekday = (day: number, locale: string): string =>
  formatOf(locale, { weekday: "short", timeZone: "UTC" }).format(mondayMs + day * dayMs);

/** `America/Puerto_Rico` as people call its time; a zone that is not known here as it is written. */
export const formatTimeZone = (zone: string, locale: string): string => {
  try {
    const parts = formatOf(locale, { timeZone: zone, timeZoneName: "longGeneric" }).formatToParts(mondayMs);
    return parts.find(({ type }) => type === "timeZoneName")?.value ?? zone;
  } catch {
    return zone;
  }
};

/** Days that follow one another as a stretch. */
const daysWords = (days: readonly number[], locale: string): string => {
  const stretches: number[][] = [];
  for (const day of [...days].sort()) {
    const last = stretches.at(-1);
    if (last && last.at(-1) === day - 1) last.push(day);
    else stretches.push([day]);
  }
  return stretches
    .map((stretch) => {
      const [first = 0, last = first] = [stretch[0], stretch.at(-1)];
      const name = (day: number) => formatWeekday(day, locale);
      return first === last ? name(first) : `${name(first)}${last - first === 1 ? ", " : "–"}${name(last)}`;
    })
    .join(", ");
};

const windowWords = ({ days, from, to }: HoursWindow, locale: string, everyDay: string): string =>
  `${days.length === 7 ? everyDay : daysWords(days, locale)} ${formatClock(from, locale)}–${formatClock(to, locale)}`;

/** Hours as a rule stores them, in words; a text that is no hours as it is. */
export const formatHours = (text: string, locale: string, everyDay: string): string =>
  readHours(text)
    ?.map((window) => windowWords(window, locale, everyDay))
    .join("; ") ?? text;

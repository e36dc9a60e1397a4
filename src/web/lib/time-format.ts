import { type HoursWindow, readHours } from "#domain/rules/hours-text.ts";

const mondayMs = Date.UTC(2024, 0, 1);
const dayMs = 86_400_000;
const formats = new Map<string, Intl.DateTimeFormat>();

/** Cached, as Intl formatters are slow to create. */
const cachedFormat = (locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat => {
  const key = `${locale} ${JSON.stringify(options)}`;
  const format = formats.get(key) ?? new Intl.DateTimeFormat(locale, options);
  formats.set(key, format);
  return format;
};

/** Minutes since midnight as a time of day; 1440 is midnight. */
export const formatClock = (minutes: number, locale: string): string =>
  minutes >= 0 && minutes <= 1440
    ? cachedFormat(locale, { timeStyle: "short", timeZone: "UTC" }).format(mondayMs + minutes * 60_000)
    : "?";

/** Short name of a weekday; 0 is Monday. */
export const formatWeekday = (day: number, locale: string): string =>
  cachedFormat(locale, { weekday: "short", timeZone: "UTC" }).format(mondayMs + day * dayMs);

/** The localised name of a timezone; an unknown zone is returned as it is. */
export const formatTimeZone = (zone: string, locale: string): string => {
  try {
    const parts = cachedFormat(locale, { timeZone: zone, timeZoneName: "longGeneric" }).formatToParts(
      mondayMs,
    );
    return parts.find(({ type }) => type === "timeZoneName")?.value ?? zone;
  } catch {
    return zone;
  }
};

/** Consecutive days become a range. */
const formatDays = (days: readonly number[], locale: string): string => {
  const ranges: number[][] = [];
  for (const day of [...days].sort()) {
    const last = ranges.at(-1);
    if (last && last.at(-1) === day - 1) last.push(day);
    else ranges.push([day]);
  }
  return ranges
    .map((range) => {
      const [first = 0, last = first] = [range[0], range.at(-1)];
      const name = (day: number) => formatWeekday(day, locale);
      return first === last ? name(first) : `${name(first)}${last - first === 1 ? ", " : "–"}${name(last)}`;
    })
    .join(", ");
};

const formatWindow = ({ days, from, to }: HoursWindow, locale: string, everyDay: string): string =>
  `${days.length === 7 ? everyDay : formatDays(days, locale)} ${formatClock(from, locale)}–${formatClock(to, locale)}`;

/** The hours stored in a rule; text that cannot be parsed is returned as it is. */
export const formatHours = (text: string, locale: string, everyDay: string): string =>
  readHours(text)
    ?.map((window) => formatWindow(window, locale, everyDay))
    .join("; ") ?? text;

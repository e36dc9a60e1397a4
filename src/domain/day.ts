/** Calendar days in a time zone. Instants are milliseconds since 1970, in UTC. */
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

const formats = new Map<string, Intl.DateTimeFormat>();

const offsetFormat = (zone: string): Intl.DateTimeFormat => {
  const cached = formats.get(zone);
  if (cached) return cached;
  const format = new Intl.DateTimeFormat("en-US", { timeZone: zone, timeZoneName: "longOffset" });
  formats.set(zone, format);
  return format;
};

/** The zone's offset from UTC at an instant, in milliseconds. */
const offsetAt = (instant: number, zone: string): number => {
  const name = offsetFormat(zone)
    .formatToParts(instant)
    .find(({ type }) => type === "timeZoneName")?.value;
  const [, sign, hours, minutes, seconds = "0"] =
    /^GMT([+-])(\d{2}):(\d{2})(?::(\d{2}))?$/.exec(name ?? "") ?? [];
  if (!sign) return 0;
  const size = Number(hours) * hourMs + Number(minutes) * 60_000 + Number(seconds) * 1000;
  return sign === "-" ? -size : size;
};

/**
 * The instant of a local time, which is given as if it were UTC. Of an ambiguous local time the first instant is
 * returned; a skipped one is shifted by the length of the gap.
 */
export const instantAtLocalTime = (local: number, zone: string): number => {
  const before = offsetAt(local - dayMs, zone);
  const after = offsetAt(local + dayMs, zone);
  const candidates = [local - before, local - after].filter((at) => at + offsetAt(at, zone) === local);
  return candidates.length > 0 ? Math.min(...candidates) : local - before;
};

/** First instant of the day `daysAgo` days before today, even where midnight is skipped. */
export const startOfDay = (now: number, zone: string, daysAgo = 0): number => {
  const local = now + offsetAt(now, zone);
  return instantAtLocalTime((Math.floor(local / dayMs) - daysAgo) * dayMs, zone);
};

/** The instant of this hour of the local clock on the day `daysAgo` days before today. */
export const instantAtHour = (now: number, zone: string, hour: number, daysAgo = 0): number => {
  const local = now + offsetAt(now, zone);
  return instantAtLocalTime((Math.floor(local / dayMs) - daysAgo) * dayMs + hour * hourMs, zone);
};

/** The local date, such as 2026-11-16. */
export const dateIn = (now: number, zone: string): string =>
  new Intl.DateTimeFormat("en-CA", { timeZone: zone }).format(now);

export const startOfMonth = (now: number, zone: string): number =>
  startOfDay(now, zone, Number(dateIn(now, zone).slice(-2)) - 1);

/** First instant of a calendar day in a zone; the day is given by its start in UTC. */
export const startOfDate = (utcMidnight: number, zone: string): number =>
  instantAtLocalTime(utcMidnight, zone);

/** The instant with the same local time, a number of days ago. */
export const sameTimeAgo = (now: number, zone: string, days: number): number =>
  instantAtLocalTime(now + offsetAt(now, zone) - days * dayMs, zone);

/** First instants of the last `count` days, oldest first, followed by that of tomorrow. */
export const lastDayStarts = (now: number, zone: string, count: number): number[] =>
  Array.from({ length: count + 1 }, (_, index) => startOfDay(now, zone, count - 1 - index));

export const startOfHour = (instant: number): number => Math.floor(instant / hourMs) * hourMs;

/** Local time of an instant, given as if it were UTC. */
export const toLocalTime = (instant: number, zone: string): number => instant + offsetAt(instant, zone);

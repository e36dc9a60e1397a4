/** Days as a wall clock in some timezone shows them. Instants are milliseconds since 1970, in UTC. */
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

const formats = new Map<string, Intl.DateTimeFormat>();

const offsetFormat = (zone: string): Intl.DateTimeFormat => {
  const known = formats.get(zone);
  if (known) return known;
  const format = new Intl.DateTimeFormat("en-US", { timeZone: zone, timeZoneName: "longOffset" });
  formats.set(zone, format);
  return format;
};

/** How far the zone's clock is ahead of UTC at an instant. */
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
 * The instant at which the zone's clock shows `local` (the clock's reading, counted as if it were UTC).
 * A reading that comes twice means the first time; one that is skipped means as long after the skip.
 */
const instantAtLocalTime = (local: number, zone: string): number => {
  const before = offsetAt(local - dayMs, zone);
  const after = offsetAt(local + dayMs, zone);
  const fits = [local - before, local - after].filter((at) => at + offsetAt(at, zone) === local);
  return fits.length > 0 ? Math.min(...fits) : local - before;
};

/** When the day that is `ago` days before today began: its first instant, even where midnight is skipped. */
export const startOfDay = (now: number, zone: string, ago = 0): number => {
  const local = now + offsetAt(now, zone);
  return instantAtLocalTime((Math.floor(local / dayMs) - ago) * dayMs, zone);
};

/** When the clock last showed the time of `now`, that many days ago. */
export const sameTimeAgo = (now: number, zone: string, days: number): number =>
  instantAtLocalTime(now + offsetAt(now, zone) - days * dayMs, zone);

/** The first instants of the last `count` days, oldest first, and then of tomorrow. */
export const lastDayStarts = (now: number, zone: string, count: number): number[] =>
  Array.from({ length: count + 1 }, (_, index) => startOfDay(now, zone, count - 1 - index));

export const startOfHour = (instant: number): number => Math.floor(instant / hourMs) * hourMs;

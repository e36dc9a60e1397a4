export const minutesPerDay = 1440;
export const minutesPerWeek = 7 * minutesPerDay;
export const weekdays: readonly string[] = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"];

const blockMs = 15 * 60_000;
const maxZones = 1000;

type Clock = {
  format: Intl.DateTimeFormat | null;
  block: number;
  minute: number;
  /** The instant that was asked for last, as most rules ask for the same, and its minute. */
  lastNow: number;
  lastMinute: number;
};
/** Intl is a thousand times slower than a cached value; offsets change only at quarters of an hour. */
const clocks = new Map<string, Clock>();

const clockOf = (zone: string): Clock => {
  const cached = clocks.get(zone);
  if (cached) return cached;
  if (clocks.size >= maxZones) clocks.clear();
  const clock: Clock = {
    format: formatOf(zone),
    block: Number.NaN,
    minute: -1,
    lastNow: Number.NaN,
    lastMinute: -1,
  };
  clocks.set(zone, clock);
  return clock;
};

const formatOf = (zone: string): Intl.DateTimeFormat | null => {
  try {
    return new Intl.DateTimeFormat("en-US", {
      timeZone: zone,
      weekday: "short",
      hour: "2-digit",
      minute: "2-digit",
      hourCycle: "h23",
    });
  } catch {
    return null;
  }
};

/** The local time in minutes since Monday's midnight; -1 for an unknown zone. */
export const minuteOfWeek = (now: number, zone: string): number => {
  const clock = clockOf(zone);
  if (clock.lastNow === now) return clock.lastMinute;
  const block = Math.floor(now / blockMs);
  if (clock.block !== block) {
    clock.block = block;
    clock.minute = clock.format === null || !Number.isFinite(now) ? -1 : minuteAt(clock.format, block);
  }
  clock.lastNow = now;
  clock.lastMinute =
    clock.minute < 0 ? -1 : (clock.minute + Math.floor((now - block * blockMs) / 60_000)) % minutesPerWeek;
  return clock.lastMinute;
};

const minuteAt = (format: Intl.DateTimeFormat, block: number): number => {
  const parts = new Map(format.formatToParts(block * blockMs).map(({ type, value }) => [type, value]));
  const day = weekdays.indexOf(parts.get("weekday")?.toLowerCase() ?? "");
  return day * minutesPerDay + Number(parts.get("hour")) * 60 + Number(parts.get("minute"));
};

const twoDigits = (value: number): string => String(value).padStart(2, "0");
export const clockText = (minute: number): string =>
  `${twoDigits(Math.floor(minute / 60))}:${twoDigits(minute % 60)}`;

/** `mon 09:05`. */
export const weekText = (minute: number): string =>
  minute < 0
    ? "?"
    : `${weekdays[Math.floor(minute / minutesPerDay)] ?? ""} ${clockText(minute % minutesPerDay)}`;

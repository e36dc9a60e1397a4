/**
 * A zone's offset from UTC between two changes. Offsets are cached per block of time because Intl is too slow to
 * be called for every gate decision.
 */
export type OffsetPeriod = { from: number; to: number; offset: number };

const blockMs = 2 ** 32;
const samplesPerBlock = 8;

const formats = new Map<string, Intl.DateTimeFormat | null>();
const offsetFormat = (zone: string): Intl.DateTimeFormat | null => {
  const cached = formats.get(zone);
  if (cached !== undefined) return cached;
  let format: Intl.DateTimeFormat | null = null;
  try {
    format = new Intl.DateTimeFormat("en-US", { timeZone: zone, timeZoneName: "longOffset" });
  } catch {
    // Not a time zone.
  }
  if (formats.size > 1000) formats.clear();
  formats.set(zone, format);
  return format;
};

export const isTimeZone = (zone: string): boolean => offsetFormat(zone) !== null;

/** The canonical name of a time zone; undefined for plain offsets and unknown names. */
export const canonicalTimeZone = (text: string): string | undefined =>
  /^[a-z]/i.test(text) ? offsetFormat(text)?.resolvedOptions().timeZone : undefined;

const computeOffset = (zone: string, instant: number): number => {
  const parts = offsetFormat(zone)?.formatToParts(instant);
  if (!parts) throw new RangeError(`no such zone: ${zone}`);
  const name = parts.find(({ type }) => type === "timeZoneName")?.value ?? "";
  const [, sign, hours, minutes, seconds = "0"] = /^GMT([+-])(\d{2}):(\d{2})(?::(\d{2}))?$/.exec(name) ?? [];
  if (!sign) return 0;
  const size = (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1000;
  return sign === "-" ? -size : size;
};

/** The first instant in (from, to] with an offset other than that at `from`. */
const findOffsetChange = (zone: string, from: number, to: number, before: number): number => {
  let [low, high] = [from, to];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (computeOffset(zone, middle) === before) low = middle;
    else high = middle;
  }
  return high;
};

const computeBlock = (zone: string, block: number): OffsetPeriod[] => {
  const start = block * blockMs;
  const step = blockMs / samplesPerBlock;
  const periods: OffsetPeriod[] = [];
  let [from, offset] = [start, computeOffset(zone, start)];
  for (let sample = 1; sample <= samplesPerBlock; sample++) {
    const at = start + sample * step;
    const next = computeOffset(zone, at);
    if (next === offset) continue;
    const change = findOffsetChange(zone, at - step, at, offset);
    if (change >= start + blockMs) break;
    periods.push({ from, to: change, offset });
    [from, offset] = [change, next];
  }
  return [...periods, { from, to: start + blockMs, offset }];
};

const blocks = new Map<string, Map<number, OffsetPeriod[]>>();
const cachedBlock = (zone: string, block: number): OffsetPeriod[] => {
  let zoneBlocks = blocks.get(zone);
  if (!zoneBlocks) {
    if (blocks.size > 600) blocks.clear();
    zoneBlocks = new Map();
    blocks.set(zone, zoneBlocks);
  }
  let periods = zoneBlocks.get(block);
  if (!periods) {
    if (zoneBlocks.size > 100) zoneBlocks.clear();
    periods = computeBlock(zone, block);
    zoneBlocks.set(block, periods);
  }
  return periods;
};

export const utcOffsetAt = (zone: string, instant: number): number => {
  const periods = cachedBlock(zone, Math.floor(instant / blockMs));
  for (const period of periods) if (instant < period.to) return period.offset;
  return 0;
};

/** The offset periods that overlap a span, oldest first. */
export const offsetPeriodsBetween = (zone: string, from: number, to: number): OffsetPeriod[] => {
  const periods: OffsetPeriod[] = [];
  for (let block = Math.floor(from / blockMs); block * blockMs < to; block++)
    for (const period of cachedBlock(zone, block))
      if (period.to > from && period.from < to) periods.push(period);
  return periods;
};

/**
 * How far a zone's clock is ahead of UTC, in pieces between its changes: asking Intl each time would cost more
 * than all the rest of the gate.
 */
export type OffsetPeriod = { from: number; to: number; offset: number };

const blockMs = 2 ** 32;
const samplesPerBlock = 8;

const formats = new Map<string, Intl.DateTimeFormat | null>();
const offsetFormat = (zone: string): Intl.DateTimeFormat | null => {
  const known = formats.get(zone);
  if (known !== undefined) return known;
  let format: Intl.DateTimeFormat | null = null;
  try {
    format = new Intl.DateTimeFormat("en-US", { timeZone: zone, timeZoneName: "longOffset" });
  } catch {
    // No such zone.
  }
  if (formats.size > 1000) formats.clear();
  formats.set(zone, format);
  return format;
};

export const isTimeZone = (zone: string): boolean => offsetFormat(zone) !== null;

/** The name that a zone goes by, however it was written; a bare offset is no place. */
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

/** The first instant in (from, to] at which the clock differs from what it was at `from`. */
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
  const pieces: OffsetPeriod[] = [];
  let [from, offset] = [start, computeOffset(zone, start)];
  for (let sample = 1; sample <= samplesPerBlock; sample++) {
    const at = start + sample * step;
    const next = computeOffset(zone, at);
    if (next === offset) continue;
    const change = findOffsetChange(zone, at - step, at, offset);
    if (change >= start + blockMs) break;
    pieces.push({ from, to: change, offset });
    [from, offset] = [change, next];
  }
  return [...pieces, { from, to: start + blockMs, offset }];
};

const blocks = new Map<string, Map<number, OffsetPeriod[]>>();
const cachedBlock = (zone: string, block: number): OffsetPeriod[] => {
  let ofZone = blocks.get(zone);
  if (!ofZone) {
    if (blocks.size > 600) blocks.clear();
    ofZone = new Map();
    blocks.set(zone, ofZone);
  }
  let pieces = ofZone.get(block);
  if (!pieces) {
    if (ofZone.size > 100) ofZone.clear();
    pieces = computeBlock(zone, block);
    ofZone.set(block, pieces);
  }
  return pieces;
};

export const utcOffsetAt = (zone: string, instant: number): number => {
  const pieces = cachedBlock(zone, Math.floor(instant / blockMs));
  for (const piece of pieces) if (instant < piece.to) return piece.offset;
  return 0;
};

/** The pieces that touch a span, oldest first. */
export const offsetPeriodsBetween = (zone: string, from: number, to: number): OffsetPeriod[] => {
  const pieces: OffsetPeriod[] = [];
  for (let block = Math.floor(from / blockMs); block * blockMs < to; block++)
    for (const piece of cachedBlock(zone, block)) if (piece.to > from && piece.from < to) pieces.push(piece);
  return pieces;
};

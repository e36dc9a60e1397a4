/**
 * How far a zone's clock is ahead of UTC, in pieces between its changes: asking Intl each time would cost more
 * than all the rest of the gate.
 */
export type Piece = { from: number; to: number; offset: number };

const blockMs = 2 ** 32;
const samples = 8;

const formats = new Map<string, Intl.DateTimeFormat | null>();
const formatOf = (zone: string): Intl.DateTimeFormat | null => {
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

export const isZone = (zone: string): boolean => formatOf(zone) !== null;

/** The name that a zone goes by, however it was written; a bare offset is no place. */
export const zoneNamed = (text: string): string | undefined =>
  /^[a-z]/i.test(text) ? formatOf(text)?.resolvedOptions().timeZone : undefined;

const askOffset = (zone: string, instant: number): number => {
  const parts = formatOf(zone)?.formatToParts(instant);
  if (!parts) throw new RangeError(`no such zone: ${zone}`);
  const name = parts.find(({ type }) => type === "timeZoneName")?.value ?? "";
  const [, sign, hours, minutes, seconds = "0"] = /^GMT([+-])(\d{2}):(\d{2})(?::(\d{2}))?$/.exec(name) ?? [];
  if (!sign) return 0;
  const size = (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1000;
  return sign === "-" ? -size : size;
};

/** The first instant in (from, to] at which the clock differs from what it was at `from`. */
const changeBetween = (zone: string, from: number, to: number, before: number): number => {
  let [low, high] = [from, to];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (askOffset(zone, middle) === before) low = middle;
    else high = middle;
  }
  return high;
};

const readBlock = (zone: string, block: number): Piece[] => {
  const start = block * blockMs;
  const step = blockMs / samples;
  const pieces: Piece[] = [];
  let [from, offset] = [start, askOffset(zone, start)];
  for (let sample = 1; sample <= samples; sample++) {
    const at = start + sample * step;
    const next = askOffset(zone, at);
    if (next === offset) continue;
    const change = changeBetween(zone, at - step, at, offset);
    if (change >= start + blockMs) break;
    pieces.push({ from, to: change, offset });
    [from, offset] = [change, next];
  }
  return [...pieces, { from, to: start + blockMs, offset }];
};

const blocks = new Map<string, Map<number, Piece[]>>();
const blockOf = (zone: string, block: number): Piece[] => {
  let ofZone = blocks.get(zone);
  if (!ofZone) {
    if (blocks.size > 600) blocks.clear();
    ofZone = new Map();
    blocks.set(zone, ofZone);
  }
  let pieces = ofZone.get(block);
  if (!pieces) {
    if (ofZone.size > 100) ofZone.clear();
    pieces = readBlock(zone, block);
    ofZone.set(block, pieces);
  }
  return pieces;
};

export const offsetAt = (zone: string, instant: number): number => {
  const pieces = blockOf(zone, Math.floor(instant / blockMs));
  for (const piece of pieces) if (instant < piece.to) return piece.offset;
  return 0;
};

/** The pieces that touch a span, oldest first. */
export const piecesBetween = (zone: string, from: number, to: number): Piece[] => {
  const pieces: Piece[] = [];
  for (let block = Math.floor(from / blockMs); block * blockMs < to; block++)
    for (const piece of blockOf(zone, block)) if (piece.to > from && piece.from < to) pieces.push(piece);
  return pieces;
};

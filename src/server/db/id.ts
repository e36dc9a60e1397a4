import { randomFillSync } from "node:crypto";

/** Random bytes for many ids, because each call of the generator costs more than the rest of an id. */
const randomPool = Buffer.allocUnsafe(16 * 512);
let used = randomPool.length;

const nextRandomBytes = (): Buffer => {
  if (used >= randomPool.length) {
    randomFillSync(randomPool);
    used = 0;
  }
  used += 16;
  return randomPool.subarray(used - 16, used);
};

let lastMs = 0;
let counter = 0;
/** Many ids at once run ahead of the clock by less. A clock that was further ahead was set back, and is followed. */
const maxAheadMs = 1000;

/** UUIDv7, for rows whose id must be known before they are inserted. Ids of one process are increasing. */
export const newId = (): string => {
  const now = Date.now();
  const bytes = nextRandomBytes();
  if (now > lastMs || now < lastMs - maxAheadMs) {
    lastMs = now;
    // A random start below half the range leaves room to count up within the millisecond.
    counter = bytes.readUInt16BE(6) & 0x07ff;
  } else if (++counter > 0x0fff) {
    lastMs++;
    counter = 0;
  }
  bytes.writeUIntBE(lastMs, 0, 6);
  bytes.writeUInt16BE(0x7000 | counter, 6);
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = bytes.toString("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
};

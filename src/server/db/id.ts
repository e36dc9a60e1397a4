import { randomFillSync } from "node:crypto";

/** Chance is fetched for many ids at a time: asking for it costs more than all the rest. */
const pool = Buffer.allocUnsafe(16 * 512);
let used = pool.length;

const chance = (): Buffer => {
  if (used >= pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  used += 16;
  return pool.subarray(used - 16, used);
};

let lastMs = 0;
let turn = 0;

/** UUIDv7, for rows whose id must be known before they are written. In one process each is greater than the last. */
export const newId = (now = Date.now()): string => {
  const bytes = chance();
  if (now > lastMs) {
    lastMs = now;
    // Room to count up within the millisecond.
    turn = bytes.readUInt16BE(6) & 0x07ff;
  } else if (++turn > 0x0fff) {
    lastMs++;
    turn = 0;
  }
  bytes.writeUIntBE(lastMs, 0, 6);
  bytes.writeUInt16BE(0x7000 | turn, 6);
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = bytes.toString("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
};

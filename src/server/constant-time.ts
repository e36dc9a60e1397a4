import { timingSafeEqual } from "node:crypto";

/** Takes as long for a near miss as for anything else of the same length. */
export const sameBytes = (left: Buffer, right: Buffer): boolean =>
  left.length === right.length && timingSafeEqual(left, right);

export const sameText = (left: string, right: string): boolean =>
  sameBytes(Buffer.from(left), Buffer.from(right));

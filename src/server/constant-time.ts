import { timingSafeEqual } from "node:crypto";

export const timingSafeEqualBytes = (left: Buffer, right: Buffer): boolean =>
  left.length === right.length && timingSafeEqual(left, right);

export const timingSafeEqualText = (left: string, right: string): boolean =>
  timingSafeEqualBytes(Buffer.from(left), Buffer.from(right));

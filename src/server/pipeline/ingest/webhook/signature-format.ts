import { createHmac } from "node:crypto";

export const hmac = (
  algorithm: "sha1" | "sha256",
  secret: string | Buffer,
  ...parts: (string | Buffer)[]
): Buffer => {
  const digest = createHmac(algorithm, secret);
  for (const part of parts) digest.update(part);
  // Through hex, because a digest returned as bytes allocates memory outside the pool of Buffer, which is slower.
  return Buffer.from(digest.digest("hex"), "hex");
};

const hex = /^[0-9a-f]{64}$/i;
const base64 = /^[\w+/-]{43}=?$/;

/** The bytes of a SHA-256 digest in hex or base64. */
export const readDigest = (text: string): Buffer | undefined => {
  if (hex.test(text)) return Buffer.from(text, "hex");
  return base64.test(text) ? Buffer.from(text, "base64") : undefined;
};

/** Parses a timestamp in seconds or milliseconds; returns milliseconds. */
export const readTimestamp = (text: string | undefined): number | undefined => {
  if (!text || !/^\d{1,14}$/.test(text)) return undefined;
  const value = Number(text);
  return text.length > 11 ? value : value * 1000;
};

/** Rejects replays of old requests and requests that were signed for a later time. */
export const isFresh = (at: number, now: number, toleranceSeconds: number): boolean =>
  Math.abs(now - at) <= toleranceSeconds * 1000;

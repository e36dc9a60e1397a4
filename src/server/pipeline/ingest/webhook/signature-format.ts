import { createHmac } from "node:crypto";

export const hmac = (
  algorithm: "sha1" | "sha256",
  secret: string | Buffer,
  ...parts: (string | Buffer)[]
): Buffer => {
  const running = createHmac(algorithm, secret);
  for (const part of parts) running.update(part);
  // By way of its text, for a digest handed out as bytes brings memory of its own, which costs as much as it does.
  return Buffer.from(running.digest("hex"), "hex");
};

const hex = /^[0-9a-f]{64}$/i;
const base64 = /^[\w+/-]{43}=?$/;

/** A SHA-256 digest as bytes, whichever of the two ways it was written. */
export const readDigest = (text: string): Buffer | undefined => {
  if (hex.test(text)) return Buffer.from(text, "hex");
  return base64.test(text) ? Buffer.from(text, "base64") : undefined;
};

/** Milliseconds of a timestamp in seconds or in milliseconds. */
export const readTimestamp = (text: string | undefined): number | undefined => {
  if (!text || !/^\d{1,14}$/.test(text)) return undefined;
  const value = Number(text);
  return text.length > 11 ? value : value * 1000;
};

/** Old deliveries cannot be sent again later, nor be made today for some other day. */
export const isFresh = (at: number, now: number, toleranceSeconds: number): boolean =>
  Math.abs(now - at) <= toleranceSeconds * 1000;

import { createHmac, timingSafeEqual } from "node:crypto";

export const sameBytes = (left: Buffer, right: Buffer): boolean =>
  left.length === right.length && timingSafeEqual(left, right);

export const sameText = (left: string, right: string): boolean =>
  sameBytes(Buffer.from(left), Buffer.from(right));

/** Follows from a secret of the connection and tells nothing of it. */
export const keyFor = (messenger: string, secret: unknown): string | null =>
  typeof secret === "string" && secret !== ""
    ? createHmac("sha256", secret).update(`callbacks of ${messenger}`).digest("base64url")
    : null;

const written = /^sha256=([0-9a-f]{64})$/i;

/** Meta's way: the body as it came, in hex. */
export const isSignedBody = (sent: Buffer, header: unknown, secret: string): boolean => {
  const hex = typeof header === "string" ? written.exec(header)?.[1] : undefined;
  return (
    hex !== undefined &&
    sameBytes(Buffer.from(hex, "hex"), createHmac("sha256", secret).update(sent).digest())
  );
};

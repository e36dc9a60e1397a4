import { createHmac } from "node:crypto";
import { timingSafeEqualBytes } from "#server/constant-time.ts";

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
    timingSafeEqualBytes(Buffer.from(hex, "hex"), createHmac("sha256", secret).update(sent).digest())
  );
};

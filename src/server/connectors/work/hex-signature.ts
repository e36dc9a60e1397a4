import { createHmac } from "node:crypto";
import { timingSafeEqualBytes } from "#server/constant-time.ts";

/** Whether a header holds the HMAC-SHA256 of the content in hexadecimal, after a prefix. */
export const hasHexSignature = (
  header: unknown,
  prefix: string,
  secret: unknown,
  content: Buffer | string,
): boolean => {
  if (typeof header !== "string" || typeof secret !== "string" || secret === "") return false;
  const hex = header.startsWith(prefix) ? header.slice(prefix.length) : "";
  return (
    /^[0-9a-f]{64}$/i.test(hex) &&
    timingSafeEqualBytes(Buffer.from(hex, "hex"), createHmac("sha256", secret).update(content).digest())
  );
};

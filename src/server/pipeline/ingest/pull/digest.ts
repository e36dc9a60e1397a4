import { createHash } from "node:crypto";

/** A short mark by which a text is known again. */
export const digest = (text: string): string =>
  createHash("sha256").update(text).digest("base64url").slice(0, 16);

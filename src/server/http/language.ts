import type { IncomingHttpHeaders } from "node:http";
import { defaultLanguage, type Language, languages } from "#domain/language.ts";

/** The first of our languages that the caller names; the order of the header is the caller's preference. */
export const preferredLanguage = (headers: IncomingHttpHeaders): Language => {
  for (const part of (headers["accept-language"] ?? "").split(",")) {
    const wanted = part.trim().slice(0, 2).toLowerCase();
    const known = languages.find((one) => one === wanted);
    if (known) return known;
  }
  return defaultLanguage;
};

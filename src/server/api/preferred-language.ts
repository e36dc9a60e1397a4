import type { IncomingHttpHeaders } from "node:http";
import { defaultLanguage, type Language, languages } from "#domain/language.ts";

/** The first supported language of the Accept-Language header; its order is the preference, weights are ignored. */
export const preferredLanguage = (headers: IncomingHttpHeaders): Language => {
  for (const part of (headers["accept-language"] ?? "").split(",")) {
    const code = part.trim().slice(0, 2).toLowerCase();
    const language = languages.find((supported) => supported === code);
    if (language) return language;
  }
  return defaultLanguage;
};

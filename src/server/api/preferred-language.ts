import type { IncomingHttpHeaders } from "node:http";
import { defaultLanguage, type Language, languages } from "#domain/language.ts";

/** A part of Accept-Language such as `es-PR;q=0.8`. A weight that is not a number counts as 0. */
const readPart = (part: string): { code: string; weight: number } => {
  const [tag = "", ...parameters] = part.split(";").map((text) => text.trim().toLowerCase());
  const weight = parameters.find((parameter) => parameter.startsWith("q="))?.slice(2);
  const [code = ""] = tag.split("-");
  return { code, weight: weight === undefined ? 1 : Number(weight) || 0 };
};

/** The language that the client asks for, before any user is known. */
export const preferredLanguage = (headers: IncomingHttpHeaders): Language => {
  const wanted = (headers["accept-language"] ?? "")
    .split(",")
    .map(readPart)
    .filter(({ weight }) => weight > 0)
    .toSorted((a, b) => b.weight - a.weight);
  for (const { code } of wanted) {
    const language = languages.find((supported) => supported === code);
    if (language) return language;
  }
  return defaultLanguage;
};

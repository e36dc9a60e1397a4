export const languages = ["en", "es"] as const;
export type Language = (typeof languages)[number];
export const defaultLanguage: Language = "en";

const languageNames: Record<string, Language> = {
  english: "en",
  ingles: "en",
  eng: "en",
  spanish: "es",
  espanol: "es",
  castellano: "es",
  spa: "es",
  esp: "es",
  ing: "en",
};

/** A language as systems write it: `es`, `es-PR`, `en_US`, `Español`. Undefined for languages without texts. */
export const parseLanguage = (value: unknown): Language | undefined => {
  if (typeof value !== "string" || value.length > 40) return undefined;
  const text = value.trim().toLowerCase().normalize("NFD").replaceAll(/\p{M}/gu, "");
  const code = /^([a-z]{2})(?:[-_][a-z\d-_]+)?$/.exec(text)?.[1];
  const name = /^[a-z]+/.exec(text)?.[0] ?? "";
  return languages.find((known) => known === code) ?? languageNames[name];
};

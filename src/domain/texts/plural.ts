import type { Language } from "#domain/language.ts";

const locales: Record<Language, string> = { en: "en-US", es: "es-PR" };

const rules: Record<Language, Intl.PluralRules> = {
  en: new Intl.PluralRules(locales.en),
  es: new Intl.PluralRules(locales.es),
};
const numbers: Record<Language, Intl.NumberFormat> = {
  en: new Intl.NumberFormat(locales.en),
  es: new Intl.NumberFormat(locales.es),
};

/** Writes a number with its words: `counted("en", 2, "person", "people")` is “2 people”. */
export const counted = (language: Language, count: number, one: string, other: string): string =>
  `${numbers[language].format(count)} ${rules[language].select(count) === "one" ? one : other}`;

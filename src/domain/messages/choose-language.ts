import type { Language } from "#domain/language.ts";

type NamedText = { name: string; language: string };

/** Each name once: in the language of the person, or in another one where there is no such text. */
export const chooseLanguage = <T extends NamedText>(texts: readonly T[], language: Language): T[] =>
  [...Map.groupBy(texts, ({ name }) => name).values()].flatMap(
    (named) => named.find((text) => text.language === language) ?? named.slice(0, 1),
  );

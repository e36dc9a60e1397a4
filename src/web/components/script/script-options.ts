import type { TFunction } from "i18next";
import { accents, type ScriptLanguage } from "#domain/voice/script.ts";

type Accent = (typeof accents)[ScriptLanguage][number];

const languageOf = (accent: string): string => accent.slice(0, 2);
const isAccent = (accent: string): accent is Accent =>
  Object.values(accents).some((list) => list.some((one) => one === accent));

/** The accents a language offers, and the one already chosen even where it belongs to another language. */
export const accentChoices = (t: TFunction, language: ScriptLanguage, chosen: string) => {
  const offered: readonly string[] = accents[language];
  const all = offered.includes(chosen) ? offered : [chosen, ...offered];
  return all.map((id) => {
    if (!isAccent(id)) return { id, label: id };
    const accent = t(`script.accents.${id}`);
    const foreign = languageOf(id) !== language;
    const spoken = t(`script.languages.${languageOf(id) as ScriptLanguage}`);
    return { id, label: foreign ? t("script.accentOf", { language: spoken, accent }) : accent };
  });
};

/** What a list offers, and what is stored even where the list does not offer it. */
export const withStored = <T extends string>(offered: readonly T[], stored: T): readonly T[] =>
  offered.includes(stored) ? offered : [...offered, stored];

import type { TFunction } from "i18next";
import { accents, type ScriptLanguage } from "#domain/voice/script.ts";

type Accent = (typeof accents)[ScriptLanguage][number];

const languageOf = (accent: string): string => accent.slice(0, 2);
const isAccent = (accent: string): accent is Accent =>
  Object.values(accents).some((list) => list.some((id) => id === accent));

/** The accents of a language, and the selected one even if it belongs to another language. */
export const accentOptions = (t: TFunction, language: ScriptLanguage, selected: string) => {
  const options: readonly string[] = accents[language];
  const all = options.includes(selected) ? options : [selected, ...options];
  return all.map((id) => {
    if (!isAccent(id)) return { id, label: id };
    const accent = t(`script.accents.${id}`);
    const foreign = languageOf(id) !== language;
    const spoken = t(`script.languages.${languageOf(id) as ScriptLanguage}`);
    return { id, label: foreign ? t("script.accentOf", { language: spoken, accent }) : accent };
  });
};

/** The options, and the stored value even if it is not one of them. */
export const withStored = <T extends string>(options: readonly T[], stored: T): readonly T[] =>
  options.includes(stored) ? options : [...options, stored];

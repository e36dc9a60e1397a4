import { detectLanguage } from "#domain/detect-language.ts";
import type { Language } from "#domain/language.ts";

/** Lower case without accents. The length stays, so that positions are those of the original. */
export const foldText = (text: string): string =>
  text.replaceAll(/[\u00c0-\u024f]/g, (letter) => letter.normalize("NFD").charAt(0)).toLowerCase();

/** A short text may not be clear; then Spanish letters and greetings decide. */
export const readLanguage = (text: string): Language =>
  detectLanguage(text) ??
  (/[¿¡ñ]|\b(hola|buenas|buenos|gracias|quiero|cuanto|precio|cita|por|para|que|una|mi|si)\b/.test(
    foldText(text),
  )
    ? "es"
    : "en");

/** Whether some clauses are clearly English and others clearly Spanish. */
export const isMixedLanguage = (text: string): boolean => {
  const found = new Set(text.split(/[.,;:!?\n]+/).map((clause) => detectLanguage(clause)));
  return found.has("en") && found.has("es");
};

/** Exact substrings of the text. A full stop inside a number or an address ends no sentence. */
export const splitSentences = (text: string): string[] =>
  (text.match(/(?:[^\n.!?]|[.](?=\S))+[.!?]*/g) ?? [])
    .map((part) => part.trim())
    .filter((part) => /\w/.test(part));

const stopWords = new Set(
  `the and for you your our with that this what when where which who how are was were can could would have has had not
  from about they them there here does did will please thank thanks need want like just get any some all but
  los las una unos unas que como cuando donde cual quien por para con sin del sus mis este esta esto ese esa eso
  hay son soy tengo tiene quiero quiere puede puedo favor gracias hola buenas buenos dias tardes mas muy pero
  customer customers client business message tool call calls cliente mensaje`
    .trim()
    .split(/\s+/),
);

/** The words that carry the meaning, shortened so that forms of one word are equal. */
export const readWordStems = (text: string): Set<string> =>
  new Set(
    (foldText(text).match(/[\p{L}\p{N}]+/gu) ?? [])
      .filter((word) => word.length >= 3 && !stopWords.has(word))
      .map((word) => word.replace(/(?:es|s)$/, "").slice(0, 6)),
  );

export const countSharedStems = (text: string, stems: ReadonlySet<string>): number =>
  [...readWordStems(text)].filter((stem) => stems.has(stem)).length;

/** Cuts at the end of a word. */
export const shorten = (text: string, maxLength: number): string => {
  if (text.length <= maxLength) return text;
  return text
    .slice(0, maxLength + 1)
    .replace(/\s+\S*$/, "")
    .slice(0, maxLength);
};

/** The words of a name such as `next_best_action` or `wantsHuman`. */
export const splitName = (name: string): string[] =>
  name
    .replaceAll(/([a-z0-9])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

import { detectLanguage } from "#domain/detect-language.ts";
import type { ScriptLanguage } from "#domain/voice/script.ts";
import { foldSpeech, speechWords } from "./plain-speech.ts";
import { wishedLanguage } from "./policies.ts";

/** Shorter utterances say nothing about the language: "ok", "no", "sí, claro". */
const minWords = 3;

const wordSet = (words: string): ReadonlySet<string> => new Set(words.split(" "));
/** Words that belong to one of the languages only, for those that the general detector does not know. */
const otherLanguages = [
  [
    "fr",
    wordSet(
      "je vous nous est sont avec pour dans mais oui merci bonjour combien quand pourquoi comment voudrais cest pas une des les le suis avez votre",
    ),
  ],
  [
    "de",
    wordSet(
      "ich sie wir ist sind mit fur aber ja nein danke guten wieviel wann warum wie mochte das nicht eine der die und haben bin ihr kostet",
    ),
  ],
] as const;

const detectSpoken = (text: string): ScriptLanguage | null => {
  const known = detectLanguage(text);
  if (known) return known;
  const words = speechWords(text);
  for (const [language, own] of otherLanguages) {
    const count = words.filter((word) => own.has(word)).length;
    if (count >= 3 && count >= words.length * 0.4) return language;
  }
  return null;
};

/**
 * The language in which the agent goes on: another one at once when the customer asks for it or when speech recognition
 * and the words agree on it, else after two utterances in a row in it. Mixed speech keeps the current language. Pass
 * `detected` on as `detectedBefore`.
 */
export const nextLanguage = ({
  current,
  text,
  detectedBefore,
  recognised,
}: {
  current: ScriptLanguage;
  text: string;
  detectedBefore: ScriptLanguage | null;
  /** What speech recognition took the words for; null where it was told the language. */
  recognised: ScriptLanguage | null;
}): { language: ScriptLanguage; detected: ScriptLanguage | null } => {
  const wished = wishedLanguage(foldSpeech(text).replaceAll("?", ""));
  if (wished !== null) return { language: wished, detected: null };
  if (speechWords(text).length < minWords) return { language: current, detected: detectedBefore };
  const detected = detectSpoken(text);
  if (detected === null || detected === current) return { language: current, detected: null };
  return detected === detectedBefore || detected === recognised
    ? { language: detected, detected: null }
    : { language: current, detected };
};

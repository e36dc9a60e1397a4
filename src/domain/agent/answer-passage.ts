import type { ScriptLanguage } from "#domain/voice/script.ts";
import type { Passage } from "./knowledge.ts";
import { speechWords, toSentences } from "./plain-speech.ts";

/** Below this a passage does not answer the question. */
export const minPassageFit = 0.55;
/** About 20 seconds of speech. */
const maxAnswerLength = 280;

/** The best passage in the language of the call. A passage in another language could not be spoken well. */
export const choosePassage = (passages: readonly Passage[], language: ScriptLanguage): Passage | undefined =>
  passages
    .filter(
      (passage) =>
        passage.fit >= minPassageFit &&
        passage.text.trim() !== "" &&
        (passage.language === null || passage.language.startsWith(language)),
    )
    .toSorted((one, other) => other.fit - one.fit)[0];

/** Sentences of the passage, word for word: all of a short one, else those nearest to the question. */
export const quotePassage = (passage: Passage, question: string): string => {
  const text = passage.text.replaceAll(/\s+/g, " ").trim();
  if (text.length <= maxAnswerLength) return text;
  const sentences = toSentences(text);
  const asked = new Set(speechWords(question).filter((word) => word.length > 3));
  const overlap = sentences.map((sentence) => speechWords(sentence).filter((word) => asked.has(word)).length);
  const start = Math.max(0, overlap.indexOf(Math.max(...overlap)));
  let answer = "";
  for (const sentence of sentences.slice(start)) {
    const longer = answer === "" ? sentence : `${answer} ${sentence}`;
    if (longer.length > maxAnswerLength && answer !== "") break;
    answer = longer;
  }
  return answer;
};

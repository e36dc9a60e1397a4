import type { Language } from "#domain/language.ts";
import { summaryTexts } from "./summary.ts";

const fixedSentences = (language: Language): string[] => {
  const { nothingSaid, handoff, outcome } = summaryTexts[language];
  return [nothingSaid, ...Object.values(handoff), ...Object.values(outcome)];
};

const mark = "\u0000";

/** A stored summary of a call with its own sentences in the reader's language; quotes and facts stay as they are. */
export const storedSummaryText = (summary: string, language: Language): string => {
  const other = language === "en" ? "es" : "en";
  const own = fixedSentences(language);
  const worded = fixedSentences(other).reduce(
    (text, sentence, index) => text.replaceAll(sentence, own[index] ?? sentence),
    summary,
  );
  return (["said", "unanswered"] as const).reduce((text, kind) => {
    const [opening = "", closing = ""] = summaryTexts[other][kind](mark).split(mark);
    const start = text.indexOf(opening);
    // A quote has no quotation marks of its own.
    const end = start < 0 ? -1 : text.indexOf(closing, start + opening.length);
    if (end < 0) return text;
    const quote = text.slice(start + opening.length, end);
    return text.slice(0, start) + summaryTexts[language][kind](quote) + text.slice(end + closing.length);
  }, worded);
};

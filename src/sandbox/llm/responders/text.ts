import type { Language } from "#domain/language.ts";
import {
  type LlmRequest,
  type PromptPassage,
  type Responder,
  readCustomerText,
  readPassages,
} from "#sandbox/llm/prompt.ts";
import { countSharedStems, readLanguage, readWordStems, splitSentences } from "#sandbox/llm/text-analysis.ts";

export const politeSentence: Record<Language, string> = {
  en: "Thank you for your message. How can we help you?",
  es: "Gracias por su mensaje. ¿En qué podemos ayudarle?",
};

/** Answers from the passages of the prompt, or with a polite sentence in the language of the person. */
export const answerWithText: Responder = {
  matches: () => true,
  answer: (request) => ({ text: composeReply(request) }),
};

export const composeReply = (request: LlmRequest): string => {
  const question = readCustomerText(request);
  return rankPassages(question, readPassages(request))[0]?.sentence ?? politeSentence[readLanguage(question)];
};

type RankedSentence = { id: string | undefined; sentence: string; score: number };

/** The sentences that share words with the question, best first. */
export const rankPassages = (question: string, passages: readonly PromptPassage[]): RankedSentence[] => {
  const stems = readWordStems(question);
  const language = readLanguage(question);
  const ranked = passages.flatMap(({ id, text }) => {
    const sentences = splitSentences(text);
    return sentences.map((sentence, at) => {
      const shared = countSharedStems(sentence, stems);
      // The answer to a question of a list stands after it.
      const answer = sentence.endsWith("?") ? (sentences[at + 1] ?? "") : sentence;
      const score = shared === 0 ? 0 : shared + (readLanguage(sentence) === language ? 0.5 : 0);
      return { id, sentence: answer.replace(/^\s*(?:A|R|Answer|Respuesta)\s*:\s*/, ""), score };
    });
  });
  return ranked.filter(({ score, sentence }) => score > 0 && sentence).sort((a, b) => b.score - a.score);
};

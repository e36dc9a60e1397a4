import type { Language } from "#domain/language.ts";
import {
  type LlmRequest,
  type PromptPassage,
  type Responder,
  readCustomerText,
  readPassages,
  userText,
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

const unknownSentence: Record<Language, string> = {
  en: "I am not sure about that, so I will ask the team.",
  es: "De eso no estoy seguro; se lo preguntaré al equipo.",
};
const acknowledgement: Record<Language, string> = { en: "Thank you.", es: "Gracias." };

/** What the prompt wants to be said after the answer. */
const nextStepLine = /^Next step\b[^:\n]{0,80}:[ \t]*(\S.*)$/im;

/** What the prompt wants to be done with the text. */
const taskLine = /^Task:[ \t]*(\S.*)$/im;

export const composeReply = (request: LlmRequest): string => {
  const question = readCustomerText(request);
  const task = taskLine.exec(userText(request))?.[1];
  if (task !== undefined) return editByTask(question, task);
  const language = readLanguage(question);
  const passages = readPassages(request);
  const found = rankPassages(question, passages)[0]?.sentence;
  const next = nextStepLine.exec(userText(request))?.[1]?.trim();
  if (next === undefined) return found ?? politeSentence[language];
  const isUnknown = question.includes("?") && passages.length > 0;
  return `${found ?? (isUnknown ? unknownSentence : acknowledgement)[language]} ${next}`;
};

/** A simulated model cannot write: it leaves out the greeting, or adds one. */
const editByTask = (text: string, task: string): string => {
  const plain = text.replaceAll(/\s+/g, " ").trim();
  if (/shorten/i.test(task))
    return plain.replace(/^(?:hi|hello|hola|good \w+|buen\w+ \w+)[^.,!]{0,30}[.,!]\s*/i, "");
  return /friendl/i.test(task)
    ? `${plain} ${readLanguage(plain) === "es" ? "¡Saludos!" : "Best wishes!"}`
    : plain;
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

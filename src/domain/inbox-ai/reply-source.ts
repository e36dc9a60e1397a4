import { foldWords } from "#domain/agent/fold-words.ts";
import { toSentences } from "#domain/agent/plain-speech.ts";
import { checkAnswer } from "#domain/grounding/check-answer.ts";
import { cutText } from "#domain/storable-text.ts";

/** What a suggested answer may rest on. */
export type AnswerSource = {
  kind: "knowledge" | "thread" | "person";
  /** The entry of the knowledge base, or the item of the thread; null for the record of the person. */
  id: string | null;
  title: string;
  text: string;
  /** The business wrote it: only this may name prices and offers. */
  isOwn: boolean;
};

/** A source with its number in the text. */
export type CitedSource = { number: number; kind: AnswerSource["kind"]; id: string | null } & {
  title: string;
  quote: string;
};

const maxQuoteLength = 600;
const citation = /\s*\[(?:[a-z]{0,2}\d{1,3})(?:\s*,\s*[a-z]{0,2}\d{1,3})*\]/gi;

/** The text as it is sent: without the numbers of its sources. */
export const withoutCitations = (text: string): string =>
  text
    .replaceAll(citation, "")
    .replaceAll(/[ \t]+([.,;:!?])/g, "$1")
    .trim();

/** Sentences of a line. "10:00 a. m. or later" is one: what goes on in lower case is no new sentence. */
export const toReplySentences = (line: string): string[] => {
  const sentences: string[] = [];
  for (const part of toSentences(line)) {
    const last = sentences.at(-1);
    if (last !== undefined && /^[\p{Ll}\d]/u.test(part)) sentences[sentences.length - 1] = `${last} ${part}`;
    else sentences.push(part);
  }
  return sentences;
};

/** What statements may rest on: the words of a customer prove nothing. */
export const groundingSources = (sources: readonly AnswerSource[]): AnswerSource[] =>
  sources.filter(({ kind, isOwn }) => kind !== "thread" || isOwn);

/** The source that covers a sentence. */
const sourceOf = (
  sentence: string,
  sources: readonly AnswerSource[],
  question: string,
): AnswerSource | null => {
  const checked = checkAnswer(sentence, { question, knowledge: groundingSources(sources) });
  return checked.supported ? (sources.find((source) => source === checked.source) ?? null) : null;
};

const courtesyWords: ReadonlySet<string> = new Set(
  `hi hello hey dear good morning afternoon evening day thank thanks you very much so for your message writing to us
  contacting reaching out of course sure certainly we i are am re is happy glad here help perfect great excellent welcome
  youre best kind regards sincerely and it appreciate have a nice
  hola estimado estimada buen buenos buenas dia dias tarde tardes noche noches gracias muchas mil por escribir escribirnos
  su mensaje comunicarse contactarnos con mucho gusto claro que si saludos un una saludo de nada cordial cordiales atentamente
  cordialmente perfecto excelente muy amable le agradecemos para ayudarle estamos servirle a sus ordenes feliz`
    .trim()
    .split(/\s+/),
);
const maxNames = 2;

/** A greeting, thanks or a question states nothing that needs a source. */
export const isCourtesy = (sentence: string): boolean => {
  if (sentence.trim().endsWith("?")) return true;
  const others = (sentence.match(/[\p{L}\p{M}\d]+/gu) ?? []).filter(
    (word) => !courtesyWords.has(foldWords(word).join("")),
  );
  return others.length <= maxNames && others.every((word) => /^\p{Lu}/u.test(word));
};

/** Numbers the sources in the order in which the text uses them, and marks the sentences that rest on them. */
export const citeSources = (
  text: string,
  sources: readonly AnswerSource[],
  question: string,
): { text: string; sources: CitedSource[] } => {
  const used: AnswerSource[] = [];
  const lines = text.split("\n").map((line) =>
    toReplySentences(line)
      .map((sentence) => {
        const source = isCourtesy(sentence) ? null : sourceOf(sentence, sources, question);
        if (source === null) return sentence;
        if (!used.includes(source)) used.push(source);
        return sentence.replace(/\s*([.!…]*)$/, ` [${used.indexOf(source) + 1}]$1`);
      })
      .join(" "),
  );
  return {
    text: lines.join("\n").trim(),
    sources: used.map(({ kind, id, title, text: quote }, index) => ({
      number: index + 1,
      kind,
      id,
      title: cutText(title, 200),
      quote: cutText(quote, maxQuoteLength),
    })),
  };
};

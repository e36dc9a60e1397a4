import { foldWords } from "#domain/agent/fold-words.ts";
import { findNumbers } from "#domain/agent/number-words.ts";
import { toSentences } from "#domain/agent/plain-speech.ts";
import { findSources } from "#domain/agent/sources.ts";
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

const figuresOf = (text: string): number[] =>
  findNumbers(text)
    .filter(({ isInDigits }) => isInDigits)
    .map(({ value }) => value);

const hasAllFigures = (sentence: string, source: AnswerSource): boolean => {
  const figures = figuresOf(sentence);
  if (figures.length === 0) return false;
  const known = new Set(findNumbers(`${source.title} ${source.text}`).map(({ value }) => value));
  return figures.every((figure) => known.has(figure));
};

/** The sources that a sentence rests on: by its words, or, in another language, by its figures. */
export const sourcesOfSentence = (sentence: string, sources: readonly AnswerSource[]): AnswerSource[] => {
  const known = sources.map((source, index) => ({
    id: String(index),
    text: `${source.title} ${source.text}`,
    source,
  }));
  const byWords = findSources(sentence, known).map(({ source }) => source);
  if (byWords.length > 0) return byWords.slice(0, 1);
  return sources
    .filter((source) => source.kind === "knowledge" && hasAllFigures(sentence, source))
    .slice(0, 1);
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
): { text: string; sources: CitedSource[] } => {
  const used: AnswerSource[] = [];
  const lines = text.split("\n").map((line) =>
    toReplySentences(line)
      .map((sentence) => {
        const found = isCourtesy(sentence) ? [] : sourcesOfSentence(sentence, sources);
        for (const source of found) if (!used.includes(source)) used.push(source);
        const numbers = found.map((source) => `[${used.indexOf(source) + 1}]`).join("");
        return numbers === "" ? sentence : sentence.replace(/\s*([.!…]*)$/, ` ${numbers}$1`);
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

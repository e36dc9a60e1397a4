import {
  checkStatement,
  type GroundingContext,
  judgeStatement,
  type UnsupportedReason,
} from "./check-statement.ts";
import { plainText } from "./fold-text.ts";
import type { GroundingSource } from "./grounding-passage.ts";
import { readSentence, splitSentences } from "./read-sentence.ts";
import { kindOf } from "./statement-kind.ts";

const minPartWords = 2;
const turn = /(?<=;)\s+|,?\s+(?=(?:but|pero|sino que|though|although|aunque)\s)/i;

const finiteVerb =
  /\b(?:is|are|was|were|will|has|have|does|its|theyre|well|youll|es|son|esta|estan|tiene|tienen|sera|seran|hay|cuesta|cuestan|incluye|le sale)\b/;

/** What is stated beside "I do not know" or "a colleague will call you". */
const besideReferral = (part: string): string[] => {
  const kind = kindOf(readSentence(part), part);
  if (kind !== "unknown" && kind !== "referral") return [part];
  const pieces = part.split(/[,;]\s+/);
  const claims = pieces.filter((piece) => {
    const sentence = readSentence(piece);
    return kindOf(sentence, piece) === "claim" && finiteVerb.test(sentence.text);
  });
  return claims.length < pieces.length ? [part, ...claims] : [part];
};

/** The parts of a sentence in which a "but" or a semicolon begins another statement. */
const toParts = (sentence: string): string[] => {
  const parts = sentence.split(turn);
  const isWhole = parts.some((part) => {
    const { words, quantities, functionWords } = readSentence(part);
    return words.length + quantities.length === 0 || words.length + functionWords.length < minPartWords;
  });
  return (isWhole ? [sentence] : parts).flatMap(besideReferral);
};

const toSentences = (answer: string): string[] => answer.split("\n").flatMap(splitSentences);

const lettersOf = (text: string): string =>
  plainText(text)
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}$%?]+/gu, " ")
    .trim();

const minQuotedWords = 3;

/** The source of which the sentence repeats a whole sentence word for word. */
const findQuoted = (sentence: string, knowledge: readonly GroundingSource[]): GroundingSource | undefined => {
  const said = lettersOf(sentence);
  if (said.split(" ").length < minQuotedWords) return undefined;
  return knowledge.find(
    ({ text, isOwn = true }) => isOwn && toSentences(text).some((one) => lettersOf(one) === said),
  );
};

/** The statements of an answer as the rules leave them; what is quoted needs no judgement. */
export const judgeAnswer = (answer: string, context: GroundingContext) =>
  toSentences(answer)
    .filter((sentence) => findQuoted(sentence, context.knowledge) === undefined)
    .flatMap(toParts)
    .map((statement) => judgeStatement(statement, context));

/** Whether an answer may be said as it is: every statement of it must be supported. */
export const checkAnswer = (
  answer: string,
  context: GroundingContext,
):
  | { supported: true; source: GroundingSource | null }
  | { supported: false; statement: string; reason: UnsupportedReason } => {
  let source: GroundingSource | null = null;
  for (const sentence of toSentences(answer)) {
    const quoted = findQuoted(sentence, context.knowledge);
    if (quoted) {
      source ??= quoted;
      continue;
    }
    for (const statement of toParts(sentence)) {
      const checked = checkStatement(statement, context);
      if (!checked.supported) return { supported: false, statement, reason: checked.reason };
      source ??= checked.passage;
    }
  }
  return { supported: true, source };
};

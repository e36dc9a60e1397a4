import { checkStatement, type GroundingContext, type UnsupportedReason } from "./check-statement.ts";
import type { GroundingSource } from "./grounding-passage.ts";
import { readSentence, splitSentences } from "./read-sentence.ts";

const minPartWords = 2;
const turn = /(?<=;)\s+|,?\s+(?=(?:but|pero|sino que|though|although|aunque)\s)/i;

/** An answer's sentences, parted further where a "but" or a semicolon begins another statement. */
export const toStatements = (answer: string): string[] =>
  answer.split("\n").flatMap((line) =>
    splitSentences(line).flatMap((sentence) => {
      const parts = sentence.split(turn);
      const isWhole = parts.some((part) => {
        const { words, quantities, functionWords } = readSentence(part);
        return words.length + quantities.length === 0 || words.length + functionWords.length < minPartWords;
      });
      return isWhole ? [sentence] : parts;
    }),
  );

/** Whether an answer may be said as it is: every statement of it must be supported. */
export const checkAnswer = (
  answer: string,
  context: GroundingContext,
):
  | { supported: true; source: GroundingSource | null }
  | { supported: false; statement: string; reason: UnsupportedReason } => {
  let source: GroundingSource | null = null;
  for (const statement of toStatements(answer)) {
    const checked = checkStatement(statement, context);
    if (!checked.supported) return { supported: false, statement, reason: checked.reason };
    source ??= checked.passage;
  }
  return { supported: true, source };
};

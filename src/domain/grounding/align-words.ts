import type { ReadPassage } from "./grounding-passage.ts";
import { isLight } from "./light-words.ts";
import { sameForm, similarity } from "./meaning.ts";
import type { ContentWord, Sentence } from "./read-sentence.ts";

/** The word of a sentence that is nearest in meaning. */
const nearest = (
  word: ContentWord,
  others: readonly ContentWord[],
): { other: ContentWord; similarity: number } | null => {
  let best: { other: ContentWord; similarity: number } | null = null;
  for (const other of others) {
    const found = similarity(word.meaning, other.meaning);
    if (word.isKnownByForm && found < sameForm) continue;
    // Of equal words the one with the same polarity: a sentence may allow one thing and forbid another.
    const isBetter =
      found > (best?.similarity ?? 0) ||
      (best &&
        found === best.similarity &&
        found > 0 &&
        other.isNegated === word.isNegated &&
        best.other.isNegated !== word.isNegated);
    if (isBetter) best = { other, similarity: found };
  }
  return best;
};

export const covers = (word: ContentWord, others: readonly ContentWord[]): number =>
  nearest(word, others)?.similarity ?? 0;

/** "Synthetic" is "sintético" and not another word of its line where both are known. */
export const anchorWords = (sentence: Sentence, passages: readonly ReadPassage[]): Sentence => {
  const known = passages.flatMap(({ title, sentences }) => [
    ...(title?.words ?? []),
    ...sentences.flatMap(({ words }) => words),
  ]);
  const isKnown = ({ meaning }: ContentWord): boolean =>
    known.some((other) => similarity(meaning, other.meaning) >= sameForm);
  return {
    ...sentence,
    words: sentence.words.map((word) =>
      !isLight(word.word) && isKnown(word) ? { ...word, isKnownByForm: true } : word,
    ),
  };
};

export type Alignment = {
  passage: ReadPassage;
  /** Position of the sentence in its passage. */
  index: number;
  sentence: Sentence;
  /** Weight of the statement's words in the sentence, its neighbours and the title. */
  covered: number;
  /** Weight of aligned words that one side denies. */
  opposed: number;
  opposedNames: number;
};

const neighbourShare = 0.7;
const titleShare = 0.9;
const questionShare = 0.35;
const dayWeight = 1.2;

const align = (
  statement: Sentence,
  question: Sentence,
  passage: ReadPassage,
  index: number,
): Alignment & { score: number } => {
  const sentence = passage.sentences[index] as Sentence;
  const around = [passage.sentences[index - 1], passage.sentences[index + 1]].flatMap(
    (one) => one?.words ?? [],
  );
  let covered = 0;
  let own = 0;
  let opposed = 0;
  let opposedNames = 0;
  for (const word of statement.words) {
    const best = nearest(word, sentence.words);
    const inTitle = passage.title ? covers(word, passage.title.words) * titleShare : 0;
    const share = Math.max(best?.similarity ?? 0, inTitle, covers(word, around) * neighbourShare);
    covered += share * word.weight;
    own += Math.max(best?.similarity ?? 0, inTitle * 0.7) * word.weight;
    if (best && best.similarity > 0 && best.other.isNegated !== word.isNegated) {
      opposed += best.similarity * word.weight;
      if (word.isName) opposedNames += word.weight;
    }
  }
  for (const word of question.words) own += covers(word, sentence.words) * word.weight * questionShare;
  for (const day of statement.days) if (sentence.days.has(day)) own += dayWeight;
  for (const { kind, value } of statement.quantities)
    if (sentence.quantities.some((one) => one.kind === kind && one.value === value)) own += dayWeight;
  return { passage, index, sentence, covered, opposed, opposedNames, score: own };
};

/** The sentence of what is known that is nearest to a statement and its question; undefined where nothing is known. */
export const findBestAlignment = (
  statement: Sentence,
  question: Sentence,
  passages: readonly ReadPassage[],
): (Alignment & { score: number }) | undefined => {
  let best: (Alignment & { score: number }) | undefined;
  for (const passage of passages)
    for (let index = 0; index < passage.sentences.length; index++) {
      const found = align(statement, question, passage, index);
      if (!best || found.score > best.score) best = found;
    }
  return best;
};

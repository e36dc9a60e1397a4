import { covers } from "./align-words.ts";
import type { ReadPassage } from "./grounding-passage.ts";
import { isLight } from "./light-words.ts";
import type { ContentWord, Sentence } from "./read-sentence.ts";

/** A part of a sentence between commas and the like. */
type Clause = { words: ContentWord[]; text: string; sentence: Sentence };

const breaks = /[,;:()]\s|\s(?:but|pero|unless|salvo|excepto|except|while|mientras)\s/g;

const clausesBySentence = new WeakMap<Sentence, Clause[]>();

const clausesOf = (sentence: Sentence): Clause[] => {
  const known = clausesBySentence.get(sentence);
  if (known) return known;
  const ends = [...sentence.text.matchAll(breaks)].map(({ index }) => index);
  const bounds = [0, ...ends, sentence.text.length];
  const clauses = bounds.slice(1).map((end, at) => {
    const start = bounds[at] ?? 0;
    return {
      words: sentence.words.filter((word) => word.start >= start && word.start < end),
      text: sentence.text.slice(start, end),
      sentence,
    };
  });
  clausesBySentence.set(sentence, clauses);
  return clauses;
};

const isClaim = ({ word, isName }: ContentWord): boolean => isName || !isLight(word);
const sum = (words: readonly ContentWord[]): number => words.reduce((total, { weight }) => total + weight, 0);

export type ClauseFit = {
  /** Weight of the clause's words that neither the statement nor the question says. */
  unsaid: number;
  /** Weight of the statement's words that are known, and not from this sentence or the one before it. */
  elsewhere: number;
  /** The same of the question. */
  askedElsewhere: number;
};

const sharesFigure = (clause: Clause, statement: Sentence): number =>
  statement.quantities.filter((said) =>
    clause.sentence.quantities.some(
      (one) =>
        one.value === said.value && clause.text.includes(clause.sentence.text.slice(one.start, one.end)),
    ),
  ).length;

/** How the statement fits the one clause of what is known that is nearest to it. */
export const fitClause = (
  statement: Sentence,
  question: Sentence,
  passages: readonly ReadPassage[],
): ClauseFit => {
  const clauses = passages.flatMap(({ sentences }) => sentences.flatMap(clausesOf));
  const said = statement.words.filter(isClaim);
  const asked = question.words.filter(isClaim);
  let best: { clause: Clause; score: number } | null = null;
  for (const clause of clauses) {
    if (clause.words.length === 0) continue;
    const coveredBy = (words: readonly ContentWord[]): number =>
      words.reduce((total, word) => total + covers(word, clause.words) * word.weight, 0);
    const score =
      coveredBy(said) +
      0.5 * coveredBy(asked) +
      1.5 * sharesFigure(clause, statement) -
      0.05 * clause.words.length;
    if (!best || score > best.score) best = { clause, score };
  }
  if (!best) return { unsaid: 0, elsewhere: 0, askedElsewhere: 0 };
  const { clause } = best;
  const all = passages.flatMap(({ sentences }) => sentences.flatMap(({ words }) => words));
  // A sentence goes on about what the one before it names.
  const near = passages
    .filter(({ sentences }) => sentences.includes(clause.sentence))
    .flatMap(({ sentences, title }) => {
      const before = sentences[sentences.indexOf(clause.sentence) - 1];
      return [...(title?.words ?? []), ...(before?.words ?? []), ...clause.sentence.words];
    });
  const isElsewhere = (word: ContentWord): boolean => covers(word, near) === 0 && covers(word, all) > 0;
  const spoken = [...statement.words, ...question.words];
  return {
    unsaid: sum(clause.words.filter((word) => isClaim(word) && covers(word, spoken) === 0)),
    elsewhere: sum(said.filter(isElsewhere)),
    askedElsewhere: sum(asked.filter(isElsewhere)),
  };
};

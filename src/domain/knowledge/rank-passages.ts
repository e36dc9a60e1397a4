import type { Passage } from "#domain/agent/knowledge.ts";
import { isMisspelling } from "./edit-distance.ts";
import { foldQuery } from "./query-terms.ts";

/** Where a term of the question was found in a passage. */
export type TermMatch = {
  /** Position of the term in the question. */
  term: number;
  isInTitle: boolean;
  /** The word of the passage that is spelled like the term; null where the term itself is there. */
  correctedTo: string | null;
};

export type PassageCandidate = Omit<Passage, "fit"> & {
  matches: TermMatch[];
  /** The database's rank of the full text; the higher the better. */
  fullTextRank: number;
  /** Of the vectors of question and passage; null without vectors. */
  similarity: number | null;
};

/** What the question asks for, and in how many of the passages it is found. */
export type RankedTerm = { word: string; passages: number };

/** Cosines at which a model's vectors mean "unrelated" and "the same thing": starting values, to be tuned on traces. */
export type SimilarityScale = { unrelated: number; same: number };

type RankOptions = {
  /** As it was asked. */
  question: string;
  terms: readonly RankedTerm[];
  /** How many passages could have been found. */
  passageCount: number;
  language: string;
  scale?: SimilarityScale | undefined;
  limit: number;
};

/** With this fit or more a passage answers the question; with less, the agent says that it does not know. */
export const answeringFit = 0.55;

/** A passage whose title names the term is about it; one whose text mentions it may only touch on it. */
const bodyShare = 0.85;
const misspeltShare = 0.9;
/** A word in more than half of a base of some size, such as "solar" in a solar company's, says little. */
const commonShare = 1 / 2;
const commonWeight = 0.5;
const minPassagesForCommon = 9;
/** With so many passages a word is common in a base of any size; the search need not count further. */
export const commonPassages = 600;

const rankConstant = 60;
/** A fourth ranking: of two passages that fit alike, the one in the person's language comes first. */
const languageRank = { same: 1, other: 3 };

/**
 * Between 0 and 1: the share of what the question asks for that the passage has. A term counts fully in the title and
 * 0.85 in the text, a tenth less when it was misspelt; terms in more than half of all passages have half the weight.
 * With vectors, it is the similarity on the model's scale where that is higher.
 */
const computeFit = (
  { matches, similarity }: PassageCandidate,
  { terms, passageCount, scale }: RankOptions,
): number => {
  let total = 0;
  let found = 0;
  terms.forEach(({ word, passages }, index) => {
    const isCommon =
      passages >= commonPassages ||
      (passageCount >= minPassagesForCommon && passages > passageCount * commonShare);
    const weight = isCommon ? commonWeight : 1;
    total += weight;
    const match = matches.find(({ term }) => term === index);
    if (!match || (match.correctedTo !== null && !isMisspelling(word, match.correctedTo))) return;
    found += weight * (match.isInTitle ? 1 : bodyShare) * (match.correctedTo === null ? 1 : misspeltShare);
  });
  const words = total === 0 ? 0 : found / total;
  if (similarity === null || !scale) return words;
  const meaning = (similarity - scale.unrelated) / (scale.same - scale.unrelated);
  return Math.max(words, Math.min(1, Math.max(0, meaning)));
};

/** The words of a text without accents and marks. */
const plainWords = (text: string): string => (foldQuery(text).match(/[\p{L}\p{N}]+/gu) ?? []).join(" ");

/** Positions from 1, equal values at the same position. Values of 0 or less are not ranked. */
const rankBy = <T>(items: readonly T[], value: (item: T) => number): Map<T, number> => {
  const sorted = items.filter((item) => value(item) > 0).sort((a, b) => value(b) - value(a));
  const ranks = new Map<T, number>();
  sorted.forEach((item, index) => {
    const before = sorted[index - 1];
    const isTie = before !== undefined && value(before) === value(item);
    ranks.set(item, isTie ? (ranks.get(before) ?? index + 1) : index + 1);
  });
  return ranks;
};

/**
 * Merges the rankings by words, full text, vectors and language by reciprocal rank: the sum of 1 / (60 + rank). A
 * passage that answers the question comes before all that do not, and one whose title is the question before these.
 */
export const rankPassages = (candidates: readonly PassageCandidate[], options: RankOptions): Passage[] => {
  const asked = plainWords(options.question);
  const isAsked = ({ title }: PassageCandidate): boolean => asked !== "" && plainWords(title) === asked;
  const fits = new Map(
    candidates.map((candidate) => [candidate, isAsked(candidate) ? 1 : computeFit(candidate, options)]),
  );
  const rankings = [
    rankBy(candidates, (candidate) => fits.get(candidate) ?? 0),
    rankBy(candidates, ({ fullTextRank }) => fullTextRank),
    rankBy(candidates, ({ similarity }) => similarity ?? 0),
  ];
  return candidates
    .map((candidate) => {
      const { id, entryId, title, text, language } = candidate;
      const isOther = language !== null && language !== options.language;
      const ranks = [
        ...rankings.flatMap((ranking) => ranking.get(candidate) ?? []),
        isOther ? languageRank.other : languageRank.same,
      ];
      const fit = Math.round((fits.get(candidate) ?? 0) * 100) / 100;
      return {
        passage: { id, entryId, title, text, language, fit },
        answers: isAsked(candidate) ? 2 : Number(fit >= answeringFit),
        score: ranks.reduce((sum, rank) => sum + 1 / (rankConstant + rank), 0),
      };
    })
    .filter(({ passage }) => passage.fit > 0)
    .sort((a, b) => b.answers - a.answers || b.score - a.score || b.passage.fit - a.passage.fit)
    .slice(0, options.limit)
    .map(({ passage }) => passage);
};

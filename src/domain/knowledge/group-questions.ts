import { foldQuery, readQueryTerms } from "./query-terms.ts";

/** What a question asks for, the same for both numbers of a word and, where a concept is listed, for both languages. */
export const questionTerms = (question: string): string[] => {
  const terms = readQueryTerms(question).map(({ word, english, plain }) =>
    plain === null ? (english[0] ?? word) : word.length > 4 ? word.replace(/(?:es|s|e)$/, "") : word,
  );
  return [...new Set(terms)].sort();
};

type GroupedQuestion = { question: string; terms: readonly string[]; at: number };

/** Two questions are alike from this share of all that both ask for; "price of a battery" is not "price". */
const minSharedTerms = 0.6;

type Group<Q> = { key: string; terms: readonly string[]; firstAt: number; questions: Q[] };

const plainWords = (question: string): string =>
  foldQuery(question)
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trim();

/** Questions that ask for exactly the same; one without any subject is like another in the same words. */
const groupSame = <Q extends GroupedQuestion>(questions: readonly Q[]): Group<Q>[] => {
  const groups = new Map<string, Group<Q>>();
  for (const question of questions) {
    const { terms, at } = question;
    const key = terms.length > 0 ? terms.join("\n") : `\n${plainWords(question.question)}`;
    const group = groups.get(key);
    if (group) {
      group.questions.push(question);
      group.firstAt = Math.min(group.firstAt, at);
    } else groups.set(key, { key, terms, firstAt: at, questions: [question] });
  }
  return [...groups.values()];
};

/** Of the groups that share a term, the one that asks for most of the same; undefined where none is like it. */
const findAlike = <Q>(
  { terms }: Group<Q>,
  groupsByTerm: ReadonlyMap<string, readonly Group<Q>[]>,
): Group<Q> | undefined => {
  const shared = new Map<Group<Q>, number>();
  for (const term of terms)
    for (const group of groupsByTerm.get(term) ?? []) shared.set(group, (shared.get(group) ?? 0) + 1);
  let best: { group: Group<Q>; share: number } | undefined;
  for (const [group, count] of shared) {
    const share = count / (group.terms.length + terms.length - count);
    if (share >= minSharedTerms && share > (best?.share ?? 0)) best = { group, share };
  }
  return best?.group;
};

/**
 * Groups questions that ask for about the same. The groups of those that were asked most often come first, and take
 * up the rarer ones that are alike, so the result does not depend on the order in which they were asked.
 */
export const groupQuestions = <Q extends GroupedQuestion>(questions: readonly Q[]): Q[][] => {
  const same = groupSame(questions).toSorted(
    (one, other) =>
      other.questions.length - one.questions.length ||
      one.firstAt - other.firstAt ||
      (one.key < other.key ? -1 : 1),
  );
  const groups: Group<Q>[] = [];
  const groupsByTerm = new Map<string, Group<Q>[]>();
  for (const candidate of same) {
    const alike = findAlike(candidate, groupsByTerm);
    if (alike) {
      alike.questions.push(...candidate.questions);
      continue;
    }
    groups.push(candidate);
    for (const term of candidate.terms) {
      const others = groupsByTerm.get(term);
      if (others) others.push(candidate);
      else groupsByTerm.set(term, [candidate]);
    }
  }
  return groups
    .map(({ questions: grouped }) => grouped.toSorted((one, other) => other.at - one.at))
    .toSorted((one, other) => other.length - one.length || (other[0]?.at ?? 0) - (one[0]?.at ?? 0));
};

/** The wording that was used most often, and of several the newest. */
export const commonWording = <Q extends GroupedQuestion>(newestFirst: readonly Q[]): Q | undefined => {
  const byWords = Map.groupBy(newestFirst, ({ question }) => plainWords(question));
  return [...byWords.values()].toSorted((one, other) => other.length - one.length)[0]?.[0];
};

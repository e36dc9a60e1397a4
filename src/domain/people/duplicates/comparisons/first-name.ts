import {
  type ComparedPerson,
  type Comparison,
  foldWords,
  isOneEditApart,
} from "#domain/people/duplicates/comparison.ts";
import { isNickname } from "#domain/people/duplicates/nicknames.ts";

const isInitial = (word: string): boolean => word.length === 1;

type Level = { level: string; weight: number };

const compareWords = (one: string, other: string): Level => {
  if (one === other) return { level: "same", weight: 3.2 };
  if (isInitial(one) || isInitial(other))
    return one[0] === other[0] ? { level: "initial", weight: 1 } : { level: "different", weight: -4 };
  if (isNickname(one, other)) return { level: "nickname", weight: 2.6 };
  if (one.length >= 4 && other.length >= 4 && isOneEditApart(one, other))
    return { level: "typing_error", weight: 2.2 };
  return { level: "different", weight: -5 };
};

/** "Ana" and "Ana María": the shorter name is part of the longer one. */
const compareNames = (one: readonly string[], other: readonly string[]): Level => {
  const [a, b] = [one[0] ?? "", other[0] ?? ""];
  const first = compareWords(a, b);
  if (first.level !== "different")
    return one.length === other.length ? first : { ...first, weight: first.weight - 0.7 };
  const shared = one.find((word) => !isInitial(word) && other.includes(word));
  return shared === undefined ? first : { level: "second_name", weight: 1.2 };
};

/** Names that were entered in the wrong order: "Colón, Ana". */
export const isSwapped = (one: ComparedPerson, other: ComparedPerson): boolean => {
  const [first, last] = [foldWords(one.firstName).join(" "), foldWords(one.lastName).join(" ")];
  return (
    first !== "" &&
    last !== "" &&
    first !== last &&
    first === foldWords(other.lastName).join(" ") &&
    last === foldWords(other.firstName).join(" ")
  );
};

export const firstNameComparison: Comparison = {
  id: "first_name",
  compare: (one, other) => {
    const [a, b] = [foldWords(one.firstName), foldWords(other.firstName)];
    if (a.length === 0 || b.length === 0) return null;
    const values: [string | null, string | null] = [one.firstName, other.firstName];
    return isSwapped(one, other)
      ? { level: "swapped", weight: 2.5, values }
      : { ...compareNames(a, b), values };
  },
};

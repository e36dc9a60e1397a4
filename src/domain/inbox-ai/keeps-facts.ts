import { foldWords } from "#domain/agent/fold-words.ts";
import { findNumbers } from "#domain/agent/number-words.ts";
import { months, weekdays } from "#domain/reading/time-words.ts";

export const editRefusals = [
  "number_changed",
  "link_changed",
  "email_changed",
  "name_changed",
  "variable_changed",
] as const;
export type EditRefusal = (typeof editRefusals)[number];

const links = /(?:https?:\/\/|www\.)[^\s<>()]+[^\s<>().,;:!?]/gi;
const emails = /[\w.+-]+@[\w-]+\.[\w.-]*\w/g;
const variables = /\{\{[^{}]*\}\}/g;

const setOf = (text: string, pattern: RegExp): Set<string> =>
  new Set((text.match(pattern) ?? []).map((found) => found.toLowerCase()));

const isSameSet = (one: ReadonlySet<string>, other: ReadonlySet<string>): boolean =>
  one.size === other.size && [...one].every((value) => other.has(value));

const withoutAddresses = (text: string): string =>
  text.replaceAll(emails, " ").replaceAll(links, " ").replaceAll(variables, " ");

/** Numbers in digits must stay; those in words may become digits and the reverse. */
const keepsNumbers = (before: string, after: string): boolean => {
  const isKnown = (one: string, other: string): boolean => {
    const values = new Set(findNumbers(other).map(({ value }) => value));
    return findNumbers(one).every(({ value, isInDigits }) => !isInDigits || values.has(value));
  };
  return isKnown(before, after) && isKnown(after, before);
};

const isCalendarWord = (word: string): boolean => weekdays.has(word) || months.has(word);

/** Words with a capital that begin no sentence: names of people, places and products. */
const namesIn = (text: string): string[] =>
  [...text.matchAll(/(?<=[\p{Ll}\d,;:)]\s+)\p{Lu}[\p{L}\p{M}'’-]+/gu)]
    .flatMap(([name]) => foldWords(name).join(""))
    .filter((name) => name.length > 2 && !isCalendarWord(name));

/**
 * Whether an edited text says the same facts. A translation may write other words with a capital, so that only the
 * names that are known must stay.
 */
export const findEditRefusal = (
  before: string,
  after: string,
  { isTranslation, knownNames }: { isTranslation: boolean; knownNames: readonly string[] },
): EditRefusal | null => {
  if (!isSameSet(setOf(before, links), setOf(after, links))) return "link_changed";
  if (!isSameSet(setOf(before, emails), setOf(after, emails))) return "email_changed";
  if (!isSameSet(setOf(before, variables), setOf(after, variables))) return "variable_changed";
  if (!keepsNumbers(withoutAddresses(before), withoutAddresses(after))) return "number_changed";
  const afterWords = new Set(foldWords(after));
  const beforeWords = new Set(foldWords(before));
  const known = knownNames.flatMap(foldWords).filter((name) => name.length > 1 && beforeWords.has(name));
  const names = isTranslation ? known : [...known, ...namesIn(withoutAddresses(before))];
  return names.every((name) => afterWords.has(name)) ? null : "name_changed";
};

import { toSentences } from "#domain/agent/plain-speech.ts";
import { months, weekdays } from "#domain/reading/time-words.ts";
import { plainText } from "./fold-text.ts";
import { type Meaning, meaningOf } from "./meaning.ts";
import { findQuantities, type Quantity } from "./quantities.ts";
import { clauseBreaks, exclusives, isFunctionWord, negators, opposites, wordWeight } from "./word-lists.ts";

export type ContentWord = {
  word: string;
  meaning: Meaning;
  start: number;
  weight: number;
  /** It has a capital letter inside a sentence, as names have. */
  isName: boolean;
  isNegated: boolean;
  /** The word itself is known somewhere, so that only it and its other forms are meant. */
  isKnownByForm?: boolean;
};

export type Sentence = {
  /** Plain lower case. */
  text: string;
  words: ContentWord[];
  /** Words of grammar and operators, in their order. */
  functionWords: string[];
  quantities: Quantity[];
  /** Numbers of weekdays that are named, with those between the ends of a range. */
  days: ReadonlySet<number>;
  months: ReadonlySet<number>;
  /** Something is denied or excluded. */
  isNegative: boolean;
  /** "Only": what is not named is not meant. */
  isExclusive: boolean;
};

const politeDenials =
  /\b(?:no|sin) (?:problem[a]?|worries|doubt|duda|hay (?:problema|de que)|pasa nada)\b|\bwithout (?:a |any )?(?:problem|doubt)\b|\bsin ningun problema\b|\bno (?:solo|solamente|mas que)\b|\bnot (?:only|just)\b|\bno matter\b|\bwhy not\b|\bno later than\b|\bno more than\b|\bno less than\b|\bno mas de\b|\bno menos de\b|\bno (?:extra |additional )?(?:charge|cost)\b|\bsin (?:costo|cargo|coste)\b/g;
const nothingElse = /\b(?:nothing else|no others?|nada mas|ningun[oa]? otr[oa]|but nothing)\b/;

const dayWord = (word: string): number | undefined =>
  weekdays.get(word) ?? weekdays.get(word.replace(/s$/, "")) ?? undefined;

const dayRange = /\b([a-z]+) (?:a|al|to|through|thru|till|until|hasta)(?: el| los)? ([a-z]+)\b/g;

export const daysOf = (text: string): Set<number> => {
  const days = new Set<number>();
  for (const [word] of text.matchAll(/[a-z]+/g)) {
    const day = dayWord(word);
    if (day !== undefined) days.add(day);
  }
  for (const [, from = "", to = ""] of text.matchAll(dayRange)) {
    const first = dayWord(from);
    const last = dayWord(to);
    if (first === undefined || last === undefined) continue;
    for (let day = first; day !== last; day = (day + 1) % 7) days.add(day);
  }
  if (/\bweekends?\b|\bfin(?:es)? de semana\b/.test(text)) for (const day of [0, 6]) days.add(day);
  if (/\bweekdays?\b|\b(?:los|en) dias (?:laborables|de semana)\b/.test(text))
    for (const day of [1, 2, 3, 4, 5]) days.add(day);
  if (/\bevery ?day\b|\btodos los dias\b|\bseven days\b|\bsiete dias\b|\b24 7\b/.test(text))
    for (let day = 0; day < 7; day++) days.add(day);
  return days;
};

const monthsOf = (text: string): Set<number> => {
  const found = new Set<number>();
  for (const [word] of text.matchAll(/[a-z]+/g)) {
    const month = word === "may" || word === "march" ? undefined : months.get(word);
    if (month) found.add(month);
  }
  return found;
};

const breaks = /[,;:()]/;
const read = new Map<string, Sentence>();
const maxRead = 4_000;

export const readSentence = (sentence: string): Sentence => {
  const known = read.get(sentence);
  if (known) return known;
  const plain = plainText(sentence);
  const text = plain.toLowerCase();
  const quantities = findQuantities(text);
  const words: ContentWord[] = [];
  const functionWords: string[] = [];
  const silent = [...text.matchAll(politeDenials)].map(
    (match) => [match.index, match.index + match[0].length] as const,
  );
  let denied = 0;
  let clause = 0;
  const deniedClauses = new Set<number>();
  const clauseOf: number[] = [];
  let isNegative = false;
  let last = 0;
  let isFirst = true;
  for (const match of plain.matchAll(/\p{L}[\p{L}\p{N}]*|[A-Z]?\d[\p{L}\d]*/gu)) {
    const { index } = match;
    const word = match[0].toLowerCase();
    if (breaks.test(plain.slice(last, index))) {
      clause++;
      denied = 0;
    }
    const begins = isFirst || /[.!?:"“]\s*$/.test(plain.slice(last, index));
    last = index + match[0].length;
    isFirst = false;
    if (negators.has(word)) {
      functionWords.push(word);
      if (silent.some(([start, end]) => index >= start && index < end)) continue;
      // "Does not cost you anything" is a price.
      if (quantities.some(({ start, end, value }) => value === 0 && index >= start && index < end)) continue;
      isNegative = true;
      // "Without insurance" denies the next words, "do not accept" the whole clause.
      if (/^(?:without|sin|except|excepto|salvo|non|excluding)$/.test(word)) denied = 2;
      else deniedClauses.add(clause);
      continue;
    }
    if (clauseBreaks.has(word)) clause++;
    if (quantities.some((one) => index >= one.start && index < one.end) || /^\d/.test(word)) continue;
    const isName =
      !begins &&
      /^\p{Lu}/u.test(match[0]) &&
      dayWord(word) === undefined &&
      !months.has(word) &&
      word !== "i";
    if ((isFunctionWord(word) && !(isName && word.length > 3)) || word.length < 2) {
      functionWords.push(word);
      continue;
    }
    if (silent.some(([start, end]) => index >= start && index < end)) continue;
    const opposite = opposites.get(word);
    if (opposite !== undefined) isNegative = true;
    words.push({
      word,
      meaning: meaningOf(opposite ?? word),
      start: index,
      weight: wordWeight(word, isName),
      isName,
      isNegated: (opposite !== undefined) !== denied > 0,
    });
    clauseOf.push(clause);
    denied = Math.max(0, denied - 1);
  }
  const result: Sentence = {
    text,
    words: words.map((one, at) =>
      deniedClauses.has(clauseOf[at] ?? 0) ? { ...one, isNegated: !one.isNegated } : one,
    ),
    functionWords,
    quantities,
    days: daysOf(text),
    months: monthsOf(text),
    isNegative,
    isExclusive: functionWords.some((word) => exclusives.has(word)) || nothingElse.test(text),
  };
  if (read.size >= maxRead) read.clear();
  read.set(sentence, result);
  return result;
};

const abbreviation =
  /(?:^|\s)(?:[A-Z]|P\.O|Sr|Sra|Dr|Dra|Mr|Mrs|Ms|St|Ave|No|Inc|etc|vs|aprox|approx|tel|ext|apt|apto|urb|EE\.UU)\.$/i;

/** Sentences with their abbreviations and decimals whole. */
export const splitSentences = (text: string): string[] => {
  const joined: string[] = [];
  for (const part of toSentences(text)) {
    const before = joined.at(-1);
    const goesOn =
      before !== undefined &&
      ((abbreviation.test(before) && /^\S/.test(part)) || /^\p{Ll}/u.test(part)) &&
      !/[!?]$/.test(before);
    if (goesOn) joined[joined.length - 1] = `${before} ${part}`;
    else joined.push(part);
  }
  return joined;
};

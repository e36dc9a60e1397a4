import { normalisePhone } from "#domain/phone.ts";
import { isUndecided, takesBack } from "./corrections.ts";
import { readSpokenWords, type SpokenWord } from "./spoken-words.ts";
import { askAgain, type ValueReader } from "./value-reading.ts";

type Group = { digits: string; at: number; endsPart: boolean };

const repeats = new Map([
  ["double", 2],
  ["doble", 2],
  ["triple", 3],
]);
const extension = /^(?:ext|extension|x|anexo|interno)$/;
const pronoun = /^(?:this|that|the|other|another|same|el|ese|este|otro|no|any|each)$/;

/** "One" and "uno" may be a pronoun or an article; as digits they stand among numbers or marks. */
const isDigitOne = (words: readonly SpokenWord[], at: number): boolean => {
  const { raw, isFromWords } = words[at] as SpokenWord;
  if (!isFromWords) return true;
  if (/^(?:un|una)$/i.test(raw)) return false;
  if (!/^(?:one|uno)$/i.test(raw)) return true;
  const isAmongNumbers =
    /^\d|^o$|^oh$|^mas$|^plus$/.test(words[at - 1]?.text ?? "") ||
    /^\d|^o$|^oh$/.test(words[at + 1]?.text ?? "");
  return isAmongNumbers && !pronoun.test(words[at - 1]?.text ?? "");
};

/** The digits of a text in their groups, and the words between them. */
const readGroups = (words: readonly SpokenWord[]): { groups: Group[]; hasPlus: boolean } => {
  const groups: Group[] = [];
  let hasPlus = false;
  for (let at = 0; at < words.length; at++) {
    const { text } = words[at] as SpokenWord;
    const next = words[at + 1]?.text ?? "";
    if (extension.test(text)) break;
    if (/^[,.;:!?]$/.test(text)) {
      const last = groups.at(-1);
      if (last) last.endsPart = true;
      continue;
    }
    const isPlus = text === "+" || (/^(?:plus|mas)$/.test(text) && groups.length === 0 && /^\d/.test(next));
    if (isPlus && groups.length === 0) hasPlus = true;
    const times = repeats.get(text);
    const repeated = /^(?:oh|o)$/.test(next) ? "0" : next;
    if (times !== undefined && /^\d$/.test(repeated)) {
      groups.push({ digits: repeated.repeat(times), at, endsPart: false });
      at++;
      continue;
    }
    const isZero =
      /^(?:oh|o)$/.test(text) && (/^\d|^o$|^oh$/.test(next) || /^\d/.test(words[at - 1]?.text ?? ""));
    // "Siete u ocho" is no zero.
    if (isZero && /^o$/.test(text) && groups.length === 0) continue;
    if (isZero) groups.push({ digits: "0", at, endsPart: false });
    else if (/^\d/.test(text) && !text.endsWith("th") && isDigitOne(words, at))
      groups.push({ digits: text.replaceAll(/\D/g, ""), at, endsPart: false });
  }
  return { groups, hasPlus };
};

const toDigits = (groups: readonly Group[]): string => groups.map(({ digits }) => digits).join("");

/** The first digits up to a pause. */
const firstPart = (groups: readonly Group[]): string => {
  const end = groups.findIndex(({ endsPart }) => endsPart);
  return toDigits(end < 0 ? groups : groups.slice(0, end + 1));
};

const normalise = (digits: string, hasPlus: boolean): string | undefined => {
  if (hasPlus) return normalisePhone(`+${digits}`);
  const isNational = digits.length === 10 || (digits.length === 11 && digits.startsWith("1"));
  return isNational ? normalisePhone(`+1${digits.slice(-10)}`) : undefined;
};

/** What replaces the digits before "no, sorry": the whole number, or as many digits as its first part has. */
const correct = (before: readonly Group[], after: readonly Group[], hasPlus: boolean): string | undefined => {
  const whole = toDigits(after);
  const alone = normalise(whole, hasPlus);
  if (alone !== undefined) return alone;
  const kept = toDigits(before);
  const replaced = firstPart(after).length;
  if (replaced >= kept.length && kept.length !== replaced) return undefined;
  return normalise(kept.slice(0, kept.length - replaced) + whole, hasPlus);
};

/** A phone number in E.164. Numbers that are too short or too long are asked for again. */
export const readPhone: ValueReader<string> = (text) => {
  const words = readSpokenWords(text);
  const { groups, hasPlus } = readGroups(words);
  if (groups.length === 0) return askAgain("missing");
  if (isUndecided(words.map((word) => word.text).join(" "))) return askAgain("unclear");
  const wordsBetween = (one: Group, other: Group): string =>
    words
      .slice(one.at + 1, other.at)
      .map((word) => word.text)
      .join(" ");
  const breaks = groups.flatMap((group, index) => {
    const before = groups[index - 1];
    return before && takesBack(wordsBetween(before, group)) ? [index] : [];
  });
  // "Or" between digits names two numbers.
  const hasChoice = groups.some((group, index) => {
    const before = groups[index - 1];
    return before !== undefined && /(?:^| )(?:or|either|u)(?= |$)/.test(wordsBetween(before, group));
  });
  if (breaks.length > 1 || hasChoice) return askAgain("unclear");
  const [split] = breaks;
  const digits = toDigits(groups);
  const half = digits.slice(0, digits.length / 2);
  const isTwice = digits.length >= 20 && half + half === digits;
  const value =
    split === undefined
      ? normalise(isTwice ? half : digits, hasPlus)
      : correct(groups.slice(0, split), groups.slice(split), hasPlus);
  return value === undefined ? askAgain("impossible") : { value };
};

import { normalisePhone } from "#domain/phone.ts";
import {
  endOfTakeBack,
  isOutdated,
  isUncertain,
  refusesNext,
  rejectionLength,
  takesBack,
} from "./corrections.ts";
import { readSpokenWords, type SpokenWord } from "./spoken-words.ts";
import { askAgain, type SpokenReading, type ValueReader } from "./value-reading.ts";

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
  const beside = (step: number): string => {
    const next = words[at + step]?.text ?? "";
    return (next === "," ? words[at + 2 * step]?.text : next) ?? "";
  };
  if (!isFromWords) return true;
  if (/^(?:un|una)$/i.test(raw)) return false;
  if (!/^(?:one|uno)$/i.test(raw)) return true;
  const isAmongNumbers = /^\d|^o$|^oh$|^mas$|^plus$/.test(beside(-1)) || /^\d|^o$|^oh$/.test(beside(1));
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
      groups.push({ digits: repeated.repeat(times), at: at + 1, endsPart: false });
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

/** Words that stand between the groups of one number. */
const connector =
  /^(?:[-–—().…,/;:!?&]|and|y|then|luego|despues|dot|punto|guion|dash|hyphen|space|comma|area|code|codigo|de|del|el|la|the|number|numero|is|es|uh|um|eh|ah|este|ok|okay|that|thats|followed|seguido|by|por|pues|bueno|a|ver|so|its|yes|si|yeah|my|mi|lo|again|repito|repeat|repeating|once|otra|vez|more|time|let|me|le|i|say|digo|double|doble|triple)$/;

/** "01... 0172": a group that was begun and then said in full. */
const withoutFragment = (groups: readonly Group[], hasPlus: boolean): Group[] | undefined => {
  for (const [index, { endsPart }] of groups.entries()) {
    if (!endsPart) continue;
    const part = groups.findLastIndex((group, at) => at < index && group.endsPart) + 1;
    for (let begin = part; begin <= index; begin++) {
      const fragment = toDigits(groups.slice(begin, index + 1));
      if (!toDigits(groups.slice(index + 1)).startsWith(fragment)) continue;
      const rest = groups.filter((_, at) => at < begin || at > index);
      if (normalise(toDigits(rest), hasPlus) !== undefined) return rest;
    }
  }
  return undefined;
};

/** "555-0142, area code 939". */
const moveAreaCode = (words: readonly SpokenWord[], groups: readonly Group[]): readonly Group[] => {
  const at = groups.findIndex(
    (group, index) =>
      index > 0 &&
      /(?:area code|codigo(?: de area)?)(?: (?:is|es))?$/.test(
        words
          .slice(0, group.at)
          .map((word) => word.text)
          .join(" "),
      ),
  );
  const isLast = at > 0 && toDigits(groups.slice(at)).length === 3 && toDigits(groups).length === 10;
  return isLast ? [...groups.slice(at), ...groups.slice(0, at)] : groups;
};

const textOf = (words: readonly SpokenWord[]): string => words.map((word) => word.text).join(" ");

/** A phone number in E.164. Numbers that are too short or too long are asked for again. */
export const readPhone: ValueReader<string> = (text) => {
  const words = readSpokenWords(text);
  const spoken = words.map((word) => word.text);
  const end = endOfTakeBack(spoken);
  // A correction takes the last complete number.
  const hasDigits = spoken.slice(0, end).some((word) => /\d/.test(word));
  const last = hasDigits ? readDigits(words.slice(end + rejectionLength(spoken.slice(end)))) : undefined;
  return last && "value" in last ? last : readDigits(words);
};

const readDigits = (words: readonly SpokenWord[]): SpokenReading<string> => {
  const { groups: spoken, hasPlus } = readGroups(words);
  const [firstGroup] = spoken;
  if (!firstGroup) return askAgain("missing");
  const before =
    textOf(words.slice(0, firstGroup.at))
      .split(/[,.;:!?]/)
      .at(-1) ?? "";
  if (isUncertain(textOf(words)) || isOutdated(textOf(words)) || refusesNext(before))
    return askAgain("unclear");
  const wordsBetween = (one: Group, other: Group): string => textOf(words.slice(one.at + 1, other.at));
  const complete = withoutFragment(spoken, hasPlus);
  const groups = complete ?? moveAreaCode(words, spoken);
  const isMoved = groups !== spoken;
  const breaks = groups.flatMap((group, index) => {
    const previous = groups[index - 1];
    return previous && !isMoved && takesBack(wordsBetween(previous, group)) ? [index] : [];
  });
  // "Or" between digits names two numbers, and another word may belong to something else.
  const hasOther = spoken.some((group, index) => {
    const previous = spoken[index - 1];
    const between = previous ? wordsBetween(previous, group) : "";
    if (/(?:^| )(?:or|either|u)(?= |$)/.test(between)) return true;
    return (
      !complete &&
      !takesBack(between) &&
      !between.split(" ").every((word) => word === "" || connector.test(word))
    );
  });
  const asksItself = /(?:^| )(?:is it|was it|is that|sera|seria|era)(?= |$)/.test(
    textOf(words.slice(firstGroup.at)),
  );
  if (breaks.length > 1 || hasOther || asksItself) return askAgain("unclear");
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

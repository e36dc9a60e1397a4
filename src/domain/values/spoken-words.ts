import { foldWord } from "#domain/reading/tokens.ts";
import { readCardinal, readOrdinal } from "./cardinals.ts";

/** A word, a number or a mark of a text; `text` is folded, and numbers in words are digits. */
export type SpokenWord = {
  text: string;
  /** As it was written. */
  raw: string;
  start: number;
  end: number;
  isFromWords: boolean;
};

const wordPattern = /\b[ap]\. ?m\b\.?|\d+(?:[.,:/-]\d+)*|\p{L}[\p{L}\p{M}'’´]*|[@#$€%&+_/.,;:!?…()—–-]/giu;

type RawWord = { text: string; raw: string; start: number; end: number };

/** Folded words and marks. A hyphen between words is left out: "forty-five". */
export const splitWords = (text: string): RawWord[] =>
  [...text.matchAll(wordPattern)]
    .map((match) => {
      const [raw] = match;
      const isHalf = /^[ap]\. ?m\b/i.test(raw);
      const folded = isHalf ? `${raw[0]?.toLowerCase()}m` : foldWord(raw);
      return { text: folded, raw, start: match.index, end: match.index + raw.length };
    })
    .filter(
      ({ raw, start, end }) =>
        raw !== "-" || !/\p{L}/u.test(text[start - 1] ?? "") || !/\p{L}/u.test(text[end] ?? ""),
    );

/** The words of a text with numbers in words turned into digits and ordinals into "21th". */
export const readSpokenWords = (text: string): SpokenWord[] => {
  const raw = splitWords(text);
  const words = raw.map((word) => word.text);
  const joinsAnd = !words.includes("between");
  const read: SpokenWord[] = [];
  const push = (value: string, at: number, length: number): void => {
    const [first, last] = [raw[at], raw[at + length - 1]];
    if (!first || !last) return;
    read.push({
      text: value,
      raw: text.slice(first.start, last.end),
      start: first.start,
      end: last.end,
      isFromWords: !/^\d/.test(first.text),
    });
  };
  for (let at = 0; at < words.length; ) {
    const word = words[at] ?? "";
    const suffix = /^\d{1,2}$/.test(word) && /^(?:st|nd|rd|th|ro|er|ero|do)$/.test(words[at + 1] ?? "");
    const ordinal = suffix ? { value: Number(word), length: 2 } : readOrdinal(words, at);
    const cardinal = ordinal ? undefined : readCardinal(words, at, joinsAnd);
    if (ordinal) push(`${ordinal.value}th`, at, ordinal.length);
    else if (cardinal) push(String(cardinal.value), at, cardinal.length);
    else push(word, at, 1);
    at += ordinal?.length ?? cardinal?.length ?? 1;
  }
  return read;
};

/** The words joined by single spaces, for patterns. */
export const joinWords = (words: readonly SpokenWord[]): string => words.map(({ text }) => text).join(" ");

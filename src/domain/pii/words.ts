import { foldText, isDigit, isLetter } from "./chars.ts";

/** What separates a word from the previous one: blanks, light punctuation, a new line, or anything else. */
export type WordGap = "blank" | "comma" | "line" | "break";

export type Word = {
  start: number;
  end: number;
  /** In lower case, without accents. */
  plain: string;
  numeric: boolean;
  capital: boolean;
  gap: WordGap;
};

const isInnerPunctuation = (code: number): boolean => code === 45 || code === 39 || code === 0x2019;

const classifyGap = (value: string, from: number, to: number): WordGap => {
  if (to - from > 12) return "break";
  let gap: WordGap = "blank";
  for (let at = from; at < to; at++) {
    const code = value.charCodeAt(at);
    if (code === 10) gap = "line";
    else if (code === 44 || code === 46 || code === 35 || code === 186 || code === 176 || code === 47) {
      if (gap === "blank") gap = "comma";
    } else if (code > 32 && code !== 160 && code !== 62 && code !== 40) return "break";
  }
  return gap;
};

const isUpper = (value: string, at: number): boolean => {
  const code = value.charCodeAt(at);
  if (code < 128) return code >= 65 && code <= 90;
  const letter = value[at] ?? "";
  return letter !== letter.toLowerCase();
};

/** Splits a text into words: letters and digits, with inner hyphens and apostrophes. */
export const tokenizeWords = (value: string): Word[] => {
  const words: Word[] = [];
  let previousEnd = 0;
  for (let at = 0; at < value.length; at++) {
    const first = value.charCodeAt(at);
    if (!isDigit(first) && !isLetter(first)) continue;
    let end = at + 1;
    let isAscii = first < 128;
    for (; end < value.length; end++) {
      const code = value.charCodeAt(end);
      if (code >= 128) isAscii = false;
      if (isDigit(code) || isLetter(code)) continue;
      const next = value.charCodeAt(end + 1);
      if (!isInnerPunctuation(code) || (!isDigit(next) && !isLetter(next))) break;
    }
    words.push({
      start: at,
      end,
      plain: isAscii ? value.slice(at, end).toLowerCase() : foldText(value.slice(at, end)),
      numeric: isDigit(first),
      capital: isUpper(value, at),
      gap: words.length === 0 ? "line" : classifyGap(value, previousEnd, at),
    });
    previousEnd = end;
    at = end - 1;
  }
  return words;
};

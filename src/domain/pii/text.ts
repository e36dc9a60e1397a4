import { isDigit } from "./chars.ts";
import { type DigitRun, digitRunsOf } from "./digit-runs.ts";
import { type Word, wordsIn } from "./words.ts";

/** Text beyond this is not looked at. */
export const longestText = 10_000;

/** A text with what its detectors ask of it first, so that most of them need not look. */
export type Text = {
  readonly value: string;
  readonly digits: number;
  readonly dots: number;
  readonly colons: number;
  readonly blanks: number;
  readonly hasAt: boolean;
  /** It stands in a field that names a thing: digits without any punctuation are then no phone and no card. */
  readonly namesThing: boolean;
  /** It stands in a field that holds a version. */
  readonly isVersion: boolean;
  runs: readonly DigitRun[] | undefined;
  words: readonly Word[] | undefined;
};

export const readText = (whole: string, namesThing = false, isVersion = false): Text => {
  const value = whole.length > longestText ? whole.slice(0, longestText) : whole;
  let digits = 0;
  let dots = 0;
  let colons = 0;
  let blanks = 0;
  let hasAt = false;
  for (let at = 0; at < value.length; at++) {
    const code = value.charCodeAt(at);
    if (isDigit(code)) digits++;
    else if (code <= 32) blanks++;
    else if (code === 46) dots++;
    else if (code === 58) colons++;
    else if (code === 64) hasAt = true;
    else if (code === 37 && value.charCodeAt(at + 1) === 52 && value.charCodeAt(at + 2) === 48) hasAt = true;
  }
  return {
    value,
    digits,
    dots,
    colons,
    blanks,
    hasAt,
    namesThing,
    isVersion,
    runs: undefined,
    words: undefined,
  };
};

export const runsOf = (text: Text): readonly DigitRun[] => {
  text.runs ??= digitRunsOf(text.value);
  return text.runs;
};

export const wordsOf = (text: Text): readonly Word[] => {
  text.words ??= wordsIn(text.value);
  return text.words;
};

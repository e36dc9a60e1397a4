import { isDigit } from "./chars.ts";
import { type DigitRun, splitDigitRuns } from "./digit-runs.ts";
import { tokenizeWords, type Word } from "./words.ts";

/** Text beyond this is not looked at. */
export const maxTextLength = 10_000;

/** A text with what its detectors ask of it first, so that most of them need not look. */
export type ScannedText = {
  readonly value: string;
  readonly digits: number;
  readonly dots: number;
  readonly colons: number;
  readonly blanks: number;
  readonly hasAt: boolean;
  /** It stands in a field that names a thing: digits without any punctuation are then no phone and no card. */
  readonly holdsIdentifier: boolean;
  /** It stands in a field that holds a version. */
  readonly isVersion: boolean;
  runs: readonly DigitRun[] | undefined;
  words: readonly Word[] | undefined;
};

export const scanText = (whole: string, namesThing = false, isVersion = false): ScannedText => {
  const value = whole.length > maxTextLength ? whole.slice(0, maxTextLength) : whole;
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
    holdsIdentifier: namesThing,
    isVersion,
    runs: undefined,
    words: undefined,
  };
};

export const getDigitRuns = (text: ScannedText): readonly DigitRun[] => {
  text.runs ??= splitDigitRuns(text.value);
  return text.runs;
};

export const getWords = (text: ScannedText): readonly Word[] => {
  text.words ??= tokenizeWords(text.value);
  return text.words;
};

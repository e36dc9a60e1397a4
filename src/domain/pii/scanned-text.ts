import { isDigit } from "./chars.ts";
import { type DigitRun, splitDigitRuns } from "./digit-runs.ts";
import { tokenizeWords, type Word } from "./words.ts";

/** Text beyond this length is not scanned. */
export const maxTextLength = 10_000;

/** A text with character counts that let most detectors skip it. */
export type ScannedText = {
  readonly value: string;
  readonly digits: number;
  readonly dots: number;
  readonly colons: number;
  readonly blanks: number;
  readonly hasAt: boolean;
  /** The field holds an identifier, so unpunctuated digits are neither phone nor card. */
  readonly holdsIdentifier: boolean;
  readonly isVersion: boolean;
  runs: readonly DigitRun[] | undefined;
  words: readonly Word[] | undefined;
};

export const scanText = (whole: string, holdsIdentifier = false, isVersion = false): ScannedText => {
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
    holdsIdentifier,
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

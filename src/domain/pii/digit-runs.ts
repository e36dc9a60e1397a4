import { isDigit, isLetter, isWordChar } from "./chars.ts";

/** Consecutive digits. `tight`: joined to the previous group by a hyphen or full stop. */
export type DigitGroup = { start: number; end: number; tight: boolean; bracketed: boolean };

/** Digit groups that may form one number; `digits` is their total count. */
export type DigitRun = { plus: boolean; digits: number; groups: DigitGroup[] };

const space = 32;
const noBreakSpace = 160;
const openBracket = 40;
const closeBracket = 41;

const isBlank = (code: number): boolean => code === space || code === noBreakSpace;
const isJoiner = (code: number): boolean => code === 45 || code === 46 || code === 0x2011 || code === 0x2013;

/** How the characters between two groups join them into one number. */
const classifyJoin = (value: string, from: number, to: number): "tight" | "loose" | "none" => {
  const length = to - from;
  const first = value.charCodeAt(from);
  if (length === 1) {
    if (isJoiner(first)) return "tight";
    return isBlank(first) || first === openBracket || first === closeBracket ? "loose" : "none";
  }
  if (length > 3) return "none";
  let brackets = 0;
  let hyphens = 0;
  for (let at = from; at < to; at++) {
    const code = value.charCodeAt(at);
    if (code === openBracket || code === closeBracket) brackets++;
    else if (isJoiner(code)) hyphens++;
    else if (!isBlank(code)) return "none";
  }
  return brackets > 0 || (length === 3 && hyphens === 1 && isJoiner(value.charCodeAt(from + 1)))
    ? "loose"
    : "none";
};

export const splitDigitRuns = (value: string): DigitRun[] => {
  const runs: DigitRun[] = [];
  let run: DigitRun | undefined;
  let lastEnd = 0;
  for (let at = 0; at < value.length; at++) {
    if (!isDigit(value.charCodeAt(at))) continue;
    let end = at + 1;
    while (isDigit(value.charCodeAt(end))) end++;
    const bracketed = value.charCodeAt(at - 1) === openBracket && value.charCodeAt(end) === closeBracket;
    const join = run ? classifyJoin(value, lastEnd, at) : "none";
    const group = { start: at, end, tight: join === "tight", bracketed };
    if (run && join !== "none") {
      run.groups.push(group);
      run.digits += end - at;
    } else {
      const before = value.charCodeAt(at - 1) === openBracket ? at - 2 : at - 1;
      const plus = value.charCodeAt(before) === 43 && !isWordChar(value.charCodeAt(before - 1));
      run = { plus, digits: end - at, groups: [group] };
      runs.push(run);
    }
    lastEnd = end;
    at = end - 1;
  }
  return runs;
};

export const groupLength = (group: DigitGroup | undefined): number => (group ? group.end - group.start : 0);

export const joinDigits = (
  value: string,
  groups: readonly DigitGroup[],
  from: number,
  to: number,
): string => {
  let digits = "";
  for (let at = from; at <= to; at++) {
    const group = groups[at];
    if (group) digits += value.slice(group.start, group.end);
  }
  return digits;
};

const currencySigns = new Set([36, 0x20ac, 0xa3]);
const isUrlSign = (code: number): boolean => code === 47 || code === 61 || code === 38 || code === 63;

/** False inside a word, price, decimal, identifier or link. */
const hasCleanStart = (value: string, start: number, isPunctuated: boolean): boolean => {
  let at = start - 1;
  while (value.charCodeAt(at) === openBracket || value.charCodeAt(at) === 43) at--;
  const before = value.charCodeAt(at);
  const beyond = value.charCodeAt(at - 1);
  if (isWordChar(before) || before === 35 || currencySigns.has(before)) return false;
  if (isBlank(before) && currencySigns.has(beyond)) return false;
  if ((before === 44 || before === 58) && isDigit(beyond)) return false;
  if (isJoiner(before)) return isPunctuated && before === 46 ? !isDigit(beyond) : !isWordChar(beyond);
  return isPunctuated || !isUrlSign(before);
};

const hasCleanEnd = (value: string, end: number, isPunctuated: boolean): boolean => {
  const after = value.charCodeAt(end);
  const beyond = value.charCodeAt(end + 1);
  if (isWordChar(after) || after === 37) return false;
  if (after === 58 || after === 47 || after === 44) return !isDigit(beyond);
  if (isJoiner(after)) return !isDigit(beyond) && (isPunctuated || !isLetter(beyond));
  return true;
};

/** Whether the groups stand on their own. Punctuated numbers are rarely part of an identifier. */
export const standsAlone = (
  value: string,
  groups: readonly DigitGroup[],
  from: number,
  to: number,
  isPunctuated: boolean,
): boolean => {
  const first = groups[from];
  const last = groups[to];
  if (!first || !last) return false;
  if (from > 0 ? first.tight : !hasCleanStart(value, first.start, isPunctuated)) return false;
  return to < groups.length - 1 ? !groups[to + 1]?.tight : hasCleanEnd(value, last.end, isPunctuated);
};

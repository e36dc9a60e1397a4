import type { PiiSpan, Span } from "./detector.ts";
import { piiDetectors } from "./detectors.ts";
import type { PiiKind } from "./kinds.ts";
import { type ScannedText, scanText } from "./scanned-text.ts";

const none: readonly PiiSpan[] = [];

/** `2024-05-17T10:22:31.123Z` and UUIDs: the commonest texts that have digits and nothing personal. */
const isTimestampOrUuid = (value: string): boolean =>
  (value.length === 36 &&
    value.charCodeAt(8) === 45 &&
    /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(value)) ||
  (value.length >= 19 && value.charCodeAt(10) === 84 && /^\d{4}-\d\d-\d\dT[\d:.Z+-]{8,20}$/.test(value));

/** Everything but an e-mail address has a digit; a single word needs enough of them; a version is nobody's. */
const mayHoldPii = ({ value, digits, dots, colons, blanks, hasAt, isVersion }: ScannedText): boolean =>
  hasAt ||
  (digits > 0 &&
    !isVersion &&
    (blanks > 0 || ((digits >= 7 || dots >= 3 || colons >= 2) && !isTimestampOrUuid(value))));

const byStart = (one: PiiSpan, other: PiiSpan): number => one.start - other.start;

/** The spans without what surer ones, in the order of the text, already hold: what stands before one of those may stay. */
const withoutOverlaps = (
  spans: readonly Span[],
  taken: readonly PiiSpan[],
  kind: PiiKind,
  value: string,
): PiiSpan[] => {
  const left: PiiSpan[] = [];
  let next = 0;
  for (const { start, end } of spans) {
    while (next < taken.length && (taken[next]?.end ?? 0) <= start) next++;
    const other = taken[next];
    if (!other || other.start >= end) {
      left.push({ start, end, kind });
      continue;
    }
    let cut = other.start;
    while (cut > start && value.charCodeAt(cut - 1) <= 32) cut--;
    if (cut - start > 5) left.push({ start, end: cut, kind });
  }
  return left;
};

/** In the order of the text; no two overlap. */
export const findSpans = (text: ScannedText): readonly PiiSpan[] => {
  if (!mayHoldPii(text)) return none;
  let found: readonly PiiSpan[] = none;
  for (const { kind, findInText: inText } of piiDetectors) {
    const spans = inText ? inText(text) : none;
    if (spans.length === 0) continue;
    const left = withoutOverlaps(spans, found, kind, text.value);
    found = found.length === 0 ? left : [...found, ...left].sort(byStart);
  }
  return found;
};

/** Personal data in free text. Names are not looked for here: only a field's name tells them. */
export const findSpansInText = (text: string): PiiSpan[] => [...findSpans(scanText(text))];

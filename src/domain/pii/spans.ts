import type { PiiSpan, TextSpan } from "./detector.ts";
import { piiDetectors } from "./detectors.ts";
import type { PiiKind } from "./kinds.ts";
import { type ScannedText, scanText } from "./scanned-text.ts";

const noPiiSpans: readonly PiiSpan[] = [];

/** Timestamps and UUIDs are the most common texts with digits, so they are skipped early. */
const isTimestampOrUuid = (value: string): boolean =>
  (value.length === 36 &&
    value.charCodeAt(8) === 45 &&
    /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(value)) ||
  (value.length >= 19 && value.charCodeAt(10) === 84 && /^\d{4}-\d\d-\d\dT[\d:.Z+-]{8,20}$/.test(value));

/** Everything except an e-mail address contains a digit, and a single word needs several. */
const mayHoldPii = ({ value, digits, dots, colons, blanks, hasAt, isVersion }: ScannedText): boolean =>
  hasAt ||
  (digits > 0 &&
    !isVersion &&
    (blanks > 0 || ((digits >= 7 || dots >= 3 || colons >= 2) && !isTimestampOrUuid(value))));

const byStart = (a: PiiSpan, b: PiiSpan): number => a.start - b.start;

/** Drops what surer detectors already claimed; the part before such a claim stays if it is long enough. */
const withoutOverlaps = (
  spans: readonly TextSpan[],
  claimed: readonly PiiSpan[],
  kind: PiiKind,
  value: string,
): PiiSpan[] => {
  const remaining: PiiSpan[] = [];
  let next = 0;
  for (const { start, end } of spans) {
    while (next < claimed.length && (claimed[next]?.end ?? 0) <= start) next++;
    const overlap = claimed[next];
    if (!overlap || overlap.start >= end) {
      remaining.push({ start, end, kind });
      continue;
    }
    let cut = overlap.start;
    while (cut > start && value.charCodeAt(cut - 1) <= 32) cut--;
    if (cut - start > 5) remaining.push({ start, end: cut, kind });
  }
  return remaining;
};

/** All personal data in a text, ordered and without overlaps. */
export const findSpans = (text: ScannedText): readonly PiiSpan[] => {
  if (!mayHoldPii(text)) return noPiiSpans;
  let accepted: readonly PiiSpan[] = noPiiSpans;
  for (const { kind, findInText: inText } of piiDetectors) {
    const spans = inText ? inText(text) : noPiiSpans;
    if (spans.length === 0) continue;
    const remaining = withoutOverlaps(spans, accepted, kind, text.value);
    accepted = accepted.length === 0 ? remaining : [...accepted, ...remaining].sort(byStart);
  }
  return accepted;
};

/** Personal data in free text. Names are not found here: only a field's name identifies them. */
export const findSpansInText = (text: string): PiiSpan[] => [...findSpans(scanText(text))];

import { noSpans, type PiiDetector, type Span } from "#domain/pii/detector.ts";
import { type DigitGroup, digitsOf, lengthOf, standsAlone } from "#domain/pii/digit-runs.ts";
import { hintBefore } from "#domain/pii/nearby.ts";
import { runsOf } from "#domain/pii/text.ts";

const ssnWords: ReadonlySet<string> = new Set(["ssn", "social", "sec", "ss"]);
const speaksOfSsn = (word: string): boolean => ssnWords.has(word) || word === "security";

/** Numbers that were never given out. */
const isGiven = (digits: string): boolean => /^(?!000|666|9)\d{3}(?!00)\d{2}(?!0000)\d{4}$/.test(digits);

const spanAt = (value: string, groups: readonly DigitGroup[], at: number): { to: number } | undefined => {
  const [first, second, third] = [groups[at], groups[at + 1], groups[at + 2]];
  if (lengthOf(first) === 9) {
    if (!standsAlone(value, groups, at, at, false) || !isGiven(digitsOf(value, groups, at, at)))
      return undefined;
    return hintBefore(value, first?.start ?? 0, speaksOfSsn) === "for" ? { to: at } : undefined;
  }
  if (lengthOf(first) !== 3 || lengthOf(second) !== 2 || lengthOf(third) !== 4) return undefined;
  if (second?.tight !== third?.tight || first?.bracketed || second?.bracketed) return undefined;
  if (!second?.tight && groups.length !== 3) return undefined;
  const whole = standsAlone(value, groups, at, at + 2, true) && isGiven(digitsOf(value, groups, at, at + 2));
  return whole ? { to: at + 2 } : undefined;
};

export const ssn: PiiDetector = {
  kind: "ssn",
  inText: (text) => {
    if (text.digits < 9) return noSpans;
    const spans: Span[] = [];
    for (const { groups, plus, digits } of runsOf(text)) {
      for (let at = 0; !plus && digits >= 9 && at < groups.length; at++) {
        const found = spanAt(text.value, groups, at);
        if (!found) continue;
        spans.push({ start: groups[at]?.start ?? 0, end: groups[found.to]?.end ?? 0 });
        at = found.to;
      }
    }
    return spans;
  },
  byField: {
    names: (words) =>
      /(?:^|_)(?:ssn|social_security|seguro_social|nss|itin)(?:_(?:number|no|num|last_?4|last_four))?$/.test(
        words,
      ),
    holds: (value) =>
      /^(?:\d{3}[ .-]?\d{2}[ .-]?\d{4}|(?:[*xX•]{3}-?[*xX•]{2}-?)?\d{4}|\d{11})$/.test(value.trim()),
  },
};

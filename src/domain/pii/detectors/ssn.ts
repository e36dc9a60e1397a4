import { noSpans, type PiiDetector, type TextSpan } from "#domain/pii/detector.ts";
import { type DigitGroup, groupLength, joinDigits, standsAlone } from "#domain/pii/digit-runs.ts";
import { hintBefore } from "#domain/pii/preceding-words.ts";
import { getDigitRuns } from "#domain/pii/scanned-text.ts";

const ssnWords: ReadonlySet<string> = new Set(["ssn", "social", "sec", "ss"]);
const isSsnWord = (word: string): boolean => ssnWords.has(word) || word === "security";

/** Whether the number lies in a range that the authority assigns. */
const isAssignable = (digits: string): boolean => /^(?!000|666|9)\d{3}(?!00)\d{2}(?!0000)\d{4}$/.test(digits);

const matchAt = (value: string, groups: readonly DigitGroup[], at: number): { to: number } | undefined => {
  const [first, second, third] = [groups[at], groups[at + 1], groups[at + 2]];
  if (groupLength(first) === 9) {
    if (!standsAlone(value, groups, at, at, false) || !isAssignable(joinDigits(value, groups, at, at)))
      return undefined;
    return hintBefore(value, first?.start ?? 0, isSsnWord) === "for" ? { to: at } : undefined;
  }
  if (groupLength(first) !== 3 || groupLength(second) !== 2 || groupLength(third) !== 4) return undefined;
  if (second?.tight !== third?.tight || first?.bracketed || second?.bracketed) return undefined;
  if (!second?.tight && groups.length !== 3) return undefined;
  const isValid =
    standsAlone(value, groups, at, at + 2, true) && isAssignable(joinDigits(value, groups, at, at + 2));
  return isValid ? { to: at + 2 } : undefined;
};

export const ssnDetector: PiiDetector = {
  kind: "ssn",
  findInText: (text) => {
    if (text.digits < 9) return noSpans;
    const spans: TextSpan[] = [];
    for (const { groups, plus, digits } of getDigitRuns(text)) {
      for (let at = 0; !plus && digits >= 9 && at < groups.length; at++) {
        const match = matchAt(text.value, groups, at);
        if (!match) continue;
        spans.push({ start: groups[at]?.start ?? 0, end: groups[match.to]?.end ?? 0 });
        at = match.to;
      }
    }
    return spans;
  },
  byField: {
    matchesName: (fieldName) =>
      /(?:^|_)(?:ssn|social_security|seguro_social|nss|itin)(?:_(?:number|no|num|last_?4|last_four))?$/.test(
        fieldName,
      ),
    matchesValue: (value) =>
      /^(?:\d{3}[ .-]?\d{2}[ .-]?\d{4}|(?:[*xX•]{3}-?[*xX•]{2}-?)?\d{4}|\d{11})$/.test(value.trim()),
  },
};

import type { PiiKind } from "#domain/pii/kinds.ts";
import { findSpansInText } from "#domain/pii/spans.ts";

/** Text without personal data, and how to put it back where an answer quotes it. */
export type MinimisedText = { text: string; restore: (answer: string) => string };

const nameOf = (kind: PiiKind, number: number): string => `{${kind} ${number}}`;

/** Replaces addresses, numbers and other personal data by numbered placeholders, equal values by the same one. */
export const minimiseText = (text: string): MinimisedText => {
  const originals = new Map<string, string>();
  const placeholders = new Map<string, string>();
  let minimised = "";
  let end = 0;
  for (const span of findSpansInText(text).toSorted((a, b) => a.start - b.start)) {
    if (span.start < end) continue;
    const original = text.slice(span.start, span.end);
    const placeholder = placeholders.get(original) ?? nameOf(span.kind, placeholders.size + 1);
    placeholders.set(original, placeholder);
    originals.set(placeholder, original);
    minimised += text.slice(end, span.start) + placeholder;
    end = span.end;
  }
  return {
    text: minimised + text.slice(end),
    restore: (answer) => {
      let restored = answer;
      for (const [placeholder, original] of originals)
        restored = restored.replaceAll(placeholder, () => original);
      return restored;
    },
  };
};

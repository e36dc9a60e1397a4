import type { PiiSpan } from "#domain/pii/detector.ts";
import type { PiiKind } from "#domain/pii/kinds.ts";
import { findNames } from "#domain/pii/names/find-names.ts";
import { findSpansInText } from "#domain/pii/spans.ts";

/** Text without personal data, and how to put it back where an answer quotes it. */
export type MinimisedText = { text: string; restore: (answer: string) => string };

/** Several texts that leave together: equal values have the same placeholder in all of them. */
export type TextMinimiser = { minimise: (text: string) => string; restore: (answer: string) => string };

const nameOf = (kind: PiiKind, number: number): string => `{${kind} ${number}}`;

/** Surer kinds come first: a name inside an address or an e-mail address is a part of it. */
const findAllSpans = (text: string, knownNames: readonly string[]): PiiSpan[] => {
  const sure = findSpansInText(text);
  const names = findNames(text, knownNames)
    .filter(({ start, end }) => !sure.some((span) => span.start < end && start < span.end))
    .map((span): PiiSpan => ({ ...span, kind: "name" }));
  return [...sure, ...names].sort((a, b) => a.start - b.start);
};

/** `knownNames`: of the person and of the users, which are recognised in any position. */
export const createMinimiser = (knownNames: readonly string[]): TextMinimiser => {
  const originals = new Map<string, string>();
  const placeholders = new Map<string, string>();
  return {
    minimise: (text) => {
      let minimised = "";
      let end = 0;
      for (const span of findAllSpans(text, knownNames)) {
        if (span.start < end) continue;
        const original = text.slice(span.start, span.end);
        const placeholder = placeholders.get(original) ?? nameOf(span.kind, placeholders.size + 1);
        placeholders.set(original, placeholder);
        originals.set(placeholder, original);
        minimised += text.slice(end, span.start) + placeholder;
        end = span.end;
      }
      return minimised + text.slice(end);
    },
    restore: (answer) => {
      let restored = answer;
      for (const [placeholder, original] of originals)
        restored = restored.replaceAll(placeholder, () => original);
      return restored;
    },
  };
};

/** Replaces names, addresses, numbers and other personal data by numbered placeholders, equal values by the same one. */
export const minimiseText = (text: string, knownNames: readonly string[]): MinimisedText => {
  const { minimise, restore } = createMinimiser(knownNames);
  return { text: minimise(text), restore };
};

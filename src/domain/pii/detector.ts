import type { PiiKind } from "./kinds.ts";
import type { ScannedText } from "./scanned-text.ts";

export type Span = { start: number; end: number };
export type PiiSpan = Span & { kind: PiiKind };

export const noSpans: readonly Span[] = [];

/** How one kind of personal data is known. */
export type PiiDetector = {
  kind: PiiKind;
  /** Where it stands in a text. */
  findInText?: (text: ScannedText) => readonly Span[];
  /** A field that says what it holds, by its words as `fieldWords` gives them, and a value that may be that. */
  byField?: { names: (words: string) => boolean; holds: (value: string) => boolean };
};

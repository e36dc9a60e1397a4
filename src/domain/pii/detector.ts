import type { PiiKind } from "./kinds.ts";
import type { ScannedText } from "./scanned-text.ts";

export type TextSpan = { start: number; end: number };
export type PiiSpan = TextSpan & { kind: PiiKind };

export const noSpans: readonly TextSpan[] = [];

/** Recognises one kind of personal data. */
export type PiiDetector = {
  kind: PiiKind;
  findInText?: (text: ScannedText) => readonly TextSpan[];
  /** `matchesName` receives the output of `normaliseFieldName`; `matchesValue` checks that the value is plausible. */
  byField?: { matchesName: (fieldName: string) => boolean; matchesValue: (value: string) => boolean };
};

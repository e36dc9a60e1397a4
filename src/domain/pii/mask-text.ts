import type { PiiSpan } from "./detector.ts";
import type { PiiKind } from "./kinds.ts";

export const maskMark = "•••";

/** Keeps the last characters so that two values can be told apart; a short value is masked whole. */
const maskAllButTail = (value: string, keptLength: number, prefix: string): string => {
  const characters = value.replaceAll(/[^\p{L}\p{N}]/gu, "");
  return characters.length < keptLength * 2 + 1 ? maskMark : `${prefix}${characters.slice(-keptLength)}`;
};

const firstLetter = (value: string): string => [...value.trimStart()][0] ?? "";

const masks: Partial<Record<PiiKind, (value: string) => string>> = {
  card: (value) => maskAllButTail(value, 4, "•••• "),
  iban: (value) => maskAllButTail(value, 4, "•••• "),
  ssn: (value) => maskAllButTail(value, 4, "•••• "),
  phone: (value) => maskAllButTail(value.replace(/[ ,]*(?:x|ext)\D*\d+$/i, ""), 2, "••• •• "),
  email: (value) => {
    const at = value.search(/@|%40/);
    return at < 1 ? maskMark : `${firstLetter(value)}${maskMark}${value.slice(at)}`;
  },
  name: (value) =>
    value
      .trim()
      .split(/\s+/, 6)
      .map((word) => `${firstLetter(word)}${maskMark}`)
      .join(" "),
};

export const maskValue = (value: string, kind: PiiKind): string =>
  value.trim() === "" ? value : (masks[kind]?.(value) ?? maskMark);

/** Masks the spans and keeps the text around them. */
export const maskSpans = (text: string, spans: readonly PiiSpan[]): string => {
  let masked = "";
  let previousEnd = 0;
  for (const { start, end, kind } of spans) {
    masked += text.slice(previousEnd, start) + maskValue(text.slice(start, end), kind);
    previousEnd = end;
  }
  return masked + text.slice(previousEnd);
};

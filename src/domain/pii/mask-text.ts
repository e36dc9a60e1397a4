import type { PiiSpan } from "./detector.ts";
import type { PiiKind } from "./kinds.ts";

export const maskMark = "•••";

/** The last digits or letters, so that two cards can be told apart; nothing of a value too short to keep a secret. */
const maskAllButTail = (value: string, kept: number, lead: string): string => {
  const signs = value.replaceAll(/[^\p{L}\p{N}]/gu, "");
  return signs.length < kept * 2 + 1 ? maskMark : `${lead}${signs.slice(-kept)}`;
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

/** Only the spans are hidden; what stands around them stays. */
export const maskSpans = (text: string, spans: readonly PiiSpan[]): string => {
  let masked = "";
  let last = 0;
  for (const { start, end, kind } of spans) {
    masked += text.slice(last, start) + maskValue(text.slice(start, end), kind);
    last = end;
  }
  return masked + text.slice(last);
};

export type JsonProblem = "bad_json" | "duplicate_keys" | "too_deep" | "too_wide" | "bad_text";
/** `asSent`: the original text is equivalent to the value and can be stored as JSON unchanged. */
export type StrictJson = { ok: true; value: unknown; asSent: boolean } | { ok: false; code: JsonProblem };

const maxJsonDepth = 32;
export const maxJsonKeys = 1000;

const unsafeKeys = new Set(["__proto__", "constructor", "prototype"]);
/** Keys that allow prototype pollution; they are removed at every level. */
export const isUnsafeKey = (key: string): boolean => key.length >= 9 && unsafeKeys.has(key);

/** PostgreSQL stores neither NUL nor lone surrogates. */
export const isStorableText = (text: string): boolean => !text.includes("\u0000") && text.isWellFormed();

const quote = 0x22;
const backslash = 0x5c;
const colon = 0x3a;

/** Index of the closing quote of the string that opens at `start`. */
const endOfString = (text: string, start: number): number => {
  let end = start;
  for (;;) {
    end = text.indexOf('"', end + 1);
    if (end < 0) return text.length;
    let before = end - 1;
    while (text.charCodeAt(before) === backslash) before -= 1;
    // After an odd number of backslashes the quote is escaped.
    if ((end - before) % 2 === 1) return end;
  }
};

/** Number of keys in a text, assuming that it is JSON; -1 when it is nested too deep. */
const countKeys = (text: string): number => {
  let keys = 0;
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === quote) at = endOfString(text, at);
    else if (code === colon) keys += 1;
    // [ and {, and ] and }, differ in this one bit only.
    else if ((code | 0x20) === 0x7b) {
      depth += 1;
      if (depth > maxJsonDepth) return -1;
    } else if ((code | 0x20) === 0x7d) depth -= 1;
  }
  return keys;
};

type CheckState = { keys: number; hasEscapes: boolean; removed: number };

/** Counts the keys, removes unsafe ones and finds the first problem. */
const checkValue = (value: unknown, state: CheckState): JsonProblem | undefined => {
  if (typeof value === "string") {
    return state.hasEscapes && !isStorableText(value) ? "bad_text" : undefined;
  }
  if (typeof value === "number") return Number.isFinite(value) ? undefined : "bad_text";
  if (typeof value !== "object" || value === null) return undefined;
  if (Array.isArray(value)) {
    for (let at = 0; at < value.length; at += 1) {
      const problem = checkValue(value[at], state);
      if (problem) return problem;
    }
    return undefined;
  }
  const object = value as Record<string, unknown>;
  let keyCount = 0;
  for (const key in object) {
    keyCount += 1;
    if (state.hasEscapes && !isStorableText(key)) return "bad_text";
    const problem = checkValue(object[key], state);
    if (problem) return problem;
    if (isUnsafeKey(key)) {
      delete object[key];
      state.removed += 1;
    }
  }
  state.keys += keyCount;
  return keyCount > maxJsonKeys ? "too_wide" : undefined;
};

/** PostgreSQL limits the digits of a number, so longer texts and large exponents are serialised again. */
const maxVerbatimLength = 16_000;
const largeExponent = /\de[+-]?\d{3}/i;

/**
 * Parses JSON that is safe to store. The parser keeps one of two equal keys, so duplicate keys are found by comparing
 * the number of keys in the text with that in the value.
 */
export const parseStrictJson = (text: string): StrictJson => {
  const keys = countKeys(text);
  if (keys < 0) return { ok: false, code: "too_deep" };
  if (!text.isWellFormed()) return { ok: false, code: "bad_text" };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { ok: false, code: "bad_json" };
  }
  const state: CheckState = { keys: 0, hasEscapes: text.includes("\\u"), removed: 0 };
  const problem = checkValue(value, state);
  if (problem) return { ok: false, code: problem };
  if (state.keys !== keys) return { ok: false, code: "duplicate_keys" };
  const asSent = state.removed === 0 && text.length < maxVerbatimLength && !largeExponent.test(text);
  return { ok: true, value, asSent };
};

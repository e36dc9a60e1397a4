export type JsonProblem = "bad_json" | "duplicate_keys" | "too_deep" | "too_wide" | "bad_text";
/** `asSent`: the text means just what the value does, and PostgreSQL reads it as it is. */
export type StrictJson = { ok: true; value: unknown; asSent: boolean } | { ok: false; code: JsonProblem };

export const maxJsonDepth = 32;
export const maxJsonKeys = 1000;

const unsafeKeys = new Set(["__proto__", "constructor", "prototype"]);
/** Keys that reach into an object's machinery in one tool or another; they are left out wherever they come. */
export const isUnsafeKey = (key: string): boolean => key.length >= 9 && unsafeKeys.has(key);

/** PostgreSQL keeps neither NUL nor half a character. */
export const isStorableText = (text: string): boolean => !text.includes("\u0000") && text.isWellFormed();

const quote = 0x22;
const backslash = 0x5c;
const colon = 0x3a;

/** Where the string that opens at `start` ends. */
const endOfString = (text: string, start: number): number => {
  let end = start;
  for (;;) {
    end = text.indexOf('"', end + 1);
    if (end < 0) return text.length;
    let before = end - 1;
    while (text.charCodeAt(before) === backslash) before -= 1;
    // An odd number of backslashes makes the quote a part of the string.
    if ((end - before) % 2 === 1) return end;
  }
};

/** How many keys the text holds in all, provided that it is JSON; -1 when it is nested too deep. */
const countKeys = (text: string): number => {
  let keys = 0;
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === quote) at = endOfString(text, at);
    else if (code === colon) keys += 1;
    // One bit is all that tells [ from { and ] from }.
    else if ((code | 0x20) === 0x7b) {
      depth += 1;
      if (depth > maxJsonDepth) return -1;
    } else if ((code | 0x20) === 0x7d) depth -= 1;
  }
  return keys;
};

type CheckState = { keys: number; hasEscapes: boolean; lost: number };

/** Counts the keys that are left, and takes out the unsafe ones. */
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
  let own = 0;
  for (const key in object) {
    own += 1;
    if (state.hasEscapes && !isStorableText(key)) return "bad_text";
    const problem = checkValue(object[key], state);
    if (problem) return problem;
    if (isUnsafeKey(key)) {
      delete object[key];
      state.lost += 1;
    }
  }
  state.keys += own;
  return own > maxJsonKeys ? "too_wide" : undefined;
};

/** PostgreSQL keeps so many digits; what may have more is written anew, as short as its value is. */
const maxVerbatimLength = 16_000;
const largeExponent = /\de[+-]?\d{3}/i;

/**
 * JSON that can be kept and worked on as it came. Of two equal keys the parser keeps one: then the value holds
 * fewer keys than the text, which is how they are found without looking at each key of the text.
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
  const state: CheckState = { keys: 0, hasEscapes: text.includes("\\u"), lost: 0 };
  const problem = checkValue(value, state);
  if (problem) return { ok: false, code: problem };
  if (state.keys !== keys) return { ok: false, code: "duplicate_keys" };
  const asSent = state.lost === 0 && text.length < maxVerbatimLength && !largeExponent.test(text);
  return { ok: true, value, asSent };
};

import { describe, expect, test } from "vitest";
import { parseStrictJson } from "./strict-json.ts";

const nested = (levels: number) => "[".repeat(levels) + "]".repeat(levels);
const wide = (keys: number) =>
  JSON.stringify(Object.fromEntries(Array.from({ length: keys }, (_, n) => [`k${n}`, n])));

describe("rejects", () => {
  test.each([
    ["nothing", "", "bad_json"],
    ["spaces alone", "  \n", "bad_json"],
    ["a body that was cut off", '{"a":{"b":[1,2', "bad_json"],
    ["a string that never ends", '{"a":"b', "bad_json"],
    ["a string that ends in a backslash", '"\\', "bad_json"],
    ["a comma too many", '{"a":1,}', "bad_json"],
    ["something after the end", '{"a":1} x', "bad_json"],
    ["a number that is no number", "[NaN]", "bad_json"],
    ["a raw NUL", '"\u0000"', "bad_json"],
    ["single quotes", "{'a':1}", "bad_json"],
    ["33 levels", nested(33), "too_deep"],
    ["33 levels of objects", `${'{"a":'.repeat(33)}1${"}".repeat(33)}`, "too_deep"],
    ["levels without an end", "[".repeat(1_000_000), "too_deep"],
    ["1001 keys", wide(1001), "too_wide"],
    ["1001 keys further down", `[{"a":${wide(1001)}}]`, "too_wide"],
    ["a key twice", '{"a":1,"a":1}', "duplicate_keys"],
    ["a key twice further down", '{"x":[{"a":1,"b":2,"a":3}]}', "duplicate_keys"],
    ["a key twice, once written as an escape", '{"a":1,"\\u0061":2}', "duplicate_keys"],
    ["a key twice, with braces and colons in strings", '{"a":":{","b\\"":":","a":2}', "duplicate_keys"],
    ["an empty key twice", '{"":1,"":2}', "duplicate_keys"],
    ["an unsafe key twice", '{"__proto__":1,"__proto__":2}', "duplicate_keys"],
    ["a first value that the second hides, keys and all", '{"a":{"b":1},"a":2}', "duplicate_keys"],
    ["NUL in a value", '{"a":"x\\u0000y"}', "bad_text"],
    ["NUL in a key", '{"a\\u0000":1}', "bad_text"],
    ["NUL below an unsafe key", '{"__proto__":{"a":"\\u0000"}}', "bad_text"],
    ["half a character, written as an escape", '["\\ud83d"]', "bad_text"],
    ["the other half", '["\\ude00"]', "bad_text"],
    ["halves in the wrong order", '["\\ude00\\ud83d"]', "bad_text"],
    ["half a character in a key", '{"\\ud83d":1}', "bad_text"],
    ["half a character as it is", '["\ud83d"]', "bad_text"],
    ["a number beyond all numbers", "[1e999]", "bad_text"],
    ["a negative one", "-1e400", "bad_text"],
  ])("%s", (_what, text, code) => {
    expect(parseStrictJson(text)).toEqual({ ok: false, code });
  });
});

describe("accepts unchanged", () => {
  test.each([
    ["a scalar", "null"],
    ["a number with many digits", "12345678901234567890.5"],
    ["the largest number", "1.7976931348623157e308"],
    ["a number too small to tell from nothing", "1e-999"],
    ["32 levels", nested(32)],
    ["1000 keys", wide(1000)],
    ["more than 1000 keys in all", `[${wide(900)},${wide(900)}]`],
    ["the same key in two objects", '[{"a":1},{"a":2,"b":{"a":3}}]'],
    ["keys that differ in case or in form", '{"a":1,"A":2,"\\u00e9":3,"e\\u0301":4}'],
    ["brackets in strings", `["${"[{".repeat(100)}"]`],
    ["quotes and backslashes in strings", '{"a\\\\":"\\"","b\\\\\\"":"\\\\"}'],
    ["an escaped character of two halves", '["\\ud83d\\ude00"]'],
    ["a backslash before what looks like NUL", '["\\\\u0000"]'],
    ["names of what every object has", '{"toString":1,"hasOwnProperty":2,"valueOf":3}'],
    ["keys that are numbers", '{"1":1,"0":2,"01":3}'],
  ])("%s", (_what, text) => {
    expect(parseStrictJson(text)).toMatchObject({ ok: true, value: JSON.parse(text) });
  });
});

test.each([
  ['{"__proto__":{"admin":true},"a":1}', { a: 1 }],
  ['{"a":{"constructor":{"prototype":{"x":1}},"b":[{"prototype":1,"c":2}]}}', { a: { b: [{ c: 2 }] } }],
  ['{"\\u005f_proto__":1}', {}],
  ['{"constructor":1,"construct":2,"Prototype":3}', { construct: 2, Prototype: 3 }],
])("removes keys that allow prototype pollution from %s", (text, value) => {
  const parsed = parseStrictJson(text);
  expect(parsed).toEqual({ ok: true, value, asSent: false });
  expect(JSON.stringify(parsed)).toBe(JSON.stringify({ ok: true, value, asSent: false }));
});

/** Mulberry32: the same numbers on every run. */
const randomFrom = (seed: number) => () => {
  seed = (seed + 0x6d2b79f5) | 0;
  let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
  return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
};

const pieces = [
  "a",
  "ñ",
  "😀",
  '"',
  "\\",
  "\n",
  "{",
  "}",
  "[",
  "]",
  ":",
  ",",
  "/",
  " ",
  "\u2028",
  "\ufeff",
  "u0000",
  "1e9",
];

const randomValue = (random: () => number, depth: number): unknown => {
  const pick = Math.floor(random() * (depth === 0 ? 5 : 7));
  const text = () =>
    Array.from({ length: random() * 6 }, () => pieces[Math.floor(random() * pieces.length)]).join("");
  if (pick === 0) return null;
  if (pick === 1) return random() < 0.5;
  if (pick === 2) return (random() - 0.5) * 10 ** Math.floor(random() * 40 - 20);
  if (pick <= 4) return text();
  const items = Array.from({ length: random() * 5 }, () => randomValue(random, depth - 1));
  return pick === 5 ? items : Object.fromEntries(items.map((item) => [text(), item]));
};

const escaped = (character: string): string =>
  character.replace(/./gs, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);

/** The same JSON with some characters escaped and some leading white space. */
const rewriteEquivalently = (text: string, random: () => number): string =>
  text
    .replace(/[\u{80}-\u{10ffff}]/gu, (one) => (random() < 0.5 ? escaped(one) : one))
    .replace(/^[[{]/, (mark) => (random() < 0.5 ? `\n\t${mark} ` : mark));

test("agrees with JSON.parse on harmless input", () => {
  const random = randomFrom(20261115);
  for (let round = 0; round < 3000; round += 1) {
    const text = rewriteEquivalently(JSON.stringify(randomValue(random, 6)), random);
    expect(parseStrictJson(text), text).toMatchObject({ ok: true, value: JSON.parse(text) });
  }
});

test("rejects whatever JSON.parse rejects", () => {
  const random = randomFrom(7);
  for (let round = 0; round < 3000; round += 1) {
    const whole = JSON.stringify([randomValue(random, 4)]);
    const at = Math.floor(random() * whole.length);
    const text = random() < 0.5 ? whole.slice(0, at) : whole.slice(0, at) + whole.slice(at + 1);
    const plain = (() => {
      try {
        return JSON.parse(text) as unknown;
      } catch {
        return undefined;
      }
    })();
    const parsed = parseStrictJson(text);
    if (plain === undefined) expect(parsed.ok, text).toBe(false);
    else if (parsed.ok) expect(parsed.value, text).toEqual(plain);
  }
});

test.each([
  ["what means the same and PostgreSQL reads", '{"a": 1.50, "b": [1e5, -0.25]}', true],
  ["numbers that only look like text", '{"a":"1e400"}', false],
  ["more digits behind the point than can be kept", '{"a":1e-20000}', false],
  ["what lost a key", '{"__proto__":1,"a":2}', false],
  ["what is very long", `["${"x".repeat(20_000)}"]`, false],
])("%s", (_what, text, asSent) => {
  expect(parseStrictJson(text)).toMatchObject({ ok: true, asSent });
});

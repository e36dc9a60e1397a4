import { describe, expect, test } from "vitest";
import { type ApprovalState, currentState } from "./approval.ts";
import { countHidden, visibleParts } from "./visible-text.ts";

const now = 1_800_000_000_000;

test.each<[ApprovalState, number, ApprovalState]>([
  ["pending", 1, "pending"],
  ["pending", 0, "expired"],
  ["pending", -1, "expired"],
  ["executed", -1, "executed"],
  ["refused", -1, "refused"],
])("an approval that is %s and ends in %i ms is %s", (state, left, expected) => {
  expect(currentState({ state, expiresAt: now + left }, now)).toBe(expected);
});

describe("a text that an operator approves", () => {
  test.each([
    ["a zero-width space", "pay\u200Bpal.com", "U+200B"],
    ["a right-to-left override", "invoice\u202Efdp.exe", "U+202E"],
    ["a direction isolate", "a\u2066b", "U+2066"],
    ["a tag character", "hello\u{E0041}", "U+E0041"],
    ["a soft hyphen", "a\u00ADb", "U+00AD"],
    ["a control character", "a\u0007b", "U+0007"],
    ["a combining joiner", "a\u034Fb", "U+034F"],
    ["a variation selector after a letter", "a\uFE0Fb", "U+FE0F"],
    ["a joiner between letters", "a\u200Db", "U+200D"],
    ["a filler that looks like a space", "a\u3164b", "U+3164"],
  ])("shows %s", (_name, text, code) => {
    expect(visibleParts(text)).toContainEqual({ hidden: code });
    expect(countHidden(text)).toBe(1);
  });

  test.each(["Hola, ¿cómo está?", "line one\nline two\tend", "❤️ 👨‍👩‍👧 1️⃣", "Ñandú — “ok”", ""])(
    "leaves %j as it is",
    (text) => {
      expect(countHidden(text)).toBe(0);
      expect(
        visibleParts(text)
          .map((part) => ("text" in part ? part.text : ""))
          .join(""),
      ).toBe(text);
    },
  );
});

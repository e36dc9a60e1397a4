import { expect, test } from "vitest";
import { cutText, toStorableJson } from "./storable-text.ts";

test.each([
  ["ab😀", 2, "ab"],
  ["ab😀", 3, "ab"],
  ["ab😀", 4, "ab😀"],
  ["ab", 10, "ab"],
  ["a\u0000b", 3, "ab"],
  ["a\ud83db", 3, "a\ufffdb"],
])("%j cut after %i is %j", (text, length, cut) => {
  expect(cutText(text, length)).toBe(cut);
});

test("every text of a value becomes storable", () => {
  const value = { text: "a\u0000b", inner: [{ name: "\ud83d" }], at: 1, none: null };
  expect(toStorableJson(value)).toEqual({ text: "ab", inner: [{ name: "\ufffd" }], at: 1, none: null });
});

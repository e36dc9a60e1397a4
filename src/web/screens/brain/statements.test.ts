import { expect, test } from "vitest";
import { markText } from "./mark-text.ts";
import { listMarks, listMissing, listStatements, type TextReading } from "./statements.ts";

const text = "No one came. <b>Stop</b> writing, call me Monday";
const quoteOf = (field: string, value: string | number, quote: string) => {
  const start = text.indexOf(quote);
  return { field, value, quote, start, end: start + quote.length, confidence: 0.9 };
};
const reading: TextReading = {
  language: "en",
  intent: "opt_out",
  also: ["complaint"],
  sentiment: -1,
  urgency: 0,
  asks: [],
  objection: null,
  callback: "2026-11-23T09:00",
  optOut: "yes",
  confidence: 0.9,
  quotes: [
    quoteOf("language", "en", text),
    quoteOf("intent", "opt_out", "<b>Stop</b> writing"),
    quoteOf("also", "complaint", "No one came"),
    quoteOf("optOut", "yes", "<b>Stop</b> writing, call me"),
    quoteOf("callback", "2026-11-23T09:00", "call me Monday"),
    quoteOf("sentiment", -1, "No one came"),
  ],
  reader: "local",
  model: null,
};

test("statements are numbered when they rest on words, except the language", () => {
  const statements = listStatements(reading);
  expect(statements.map(({ field, number }) => [field, number])).toEqual([
    ["intent", 1],
    ["also", 2],
    ["callback", 3],
    ["sentiment", 4],
    ["urgency", undefined],
    ["optOut", 5],
    ["language", undefined],
  ]);
  expect(listMissing(statements)).toEqual(["asks", "objection"]);
});

test("overlapping marks split the text, keep every character, and let the opt-out prevail", () => {
  const segments = markText(text, listMarks(listStatements(reading)));
  expect(segments.map((segment) => segment.text).join("")).toBe(text);
  expect(segments.map((segment) => [segment.text, segment.tone, segment.ending])).toEqual([
    ["No one came", "bad", [2, 4]],
    [". ", undefined, []],
    ["<b>Stop</b> writing", "bad", [1]],
    [", ", "bad", []],
    ["call me", "bad", [5]],
    [" Monday", "sea", [3]],
  ]);
});

test("a text without marks is one segment, and an empty one has none", () => {
  expect(markText("Hello", [])).toEqual([{ start: 0, text: "Hello", tone: undefined, ending: [] }]);
  expect(markText("", [])).toEqual([]);
});

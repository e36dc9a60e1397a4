import { expect, test } from "vitest";
import { parseReceivedFrame, splitClauses } from "./frames.ts";

test.each<[string, string[], string]>([
  ["Hola. ¿Qué tal?", ["Hola."], " ¿Qué tal?"],
  ["Cuesta $1.50 al mes", [], "Cuesta $1.50 al mes"],
  ["One: two; three… four", ["One:", " two;", " three…"], " four"],
  ["He said “go!” and left. ", ["He said “go!”", " and left."], " "],
  ["Sí.", [], "Sí."],
  ["", [], ""],
])("splits %j into clauses", (text, clauses, rest) => {
  expect(splitClauses(text)).toEqual({ clauses, rest });
});

test.each([
  '{"type":"text","token":"Hola","last":true,"later":"fields are allowed"}',
  '{"type":"play","source":"https://x.test/a.mp3","loop":0}',
  '{"type":"sendDigits","digits":"9www123#"}',
  '{"type":"language","ttsLanguage":"en-US"}',
  '{"type":"end"}',
])("accepts %s", (frame) => {
  expect(parseReceivedFrame(frame)).toEqual(JSON.parse(frame));
});

test.each([
  "not json",
  "null",
  "[]",
  "{}",
  '{"type":"text"}',
  '{"type":"text","token":"Hola","last":"yes"}',
  '{"type":"play","source":"file:///etc/passwd"}',
  '{"type":"sendDigits","digits":"one"}',
  '{"type":"end","handoffData":{"reason":"an object"}}',
  '{"type":"say","token":"Hola"}',
])("rejects %s", (frame) => {
  expect(parseReceivedFrame(frame)).toBeUndefined();
});

import { describe, expect, test } from "vitest";
import type { FactKind, ScriptFact } from "#domain/voice/script.ts";
import { findNumbers } from "./number-words.ts";
import { declinesToAnswer, readFact } from "./read-fact.ts";
import { findWantedTime } from "./wanted-time.ts";

/** Monday, 16 November 2026, 11:00 in Puerto Rico. */
const clock = { now: Date.UTC(2026, 10, 16, 15), timezone: "America/Puerto_Rico" };
const fact = (kind: FactKind, more: Partial<ScriptFact> = {}): ScriptFact => ({
  key: "bill",
  label: "Monthly bill",
  kind,
  question: "?",
  isRequired: true,
  choices: [],
  ...more,
});

test.each<[string, number[]]>([
  ["two hundred fifty", [250]],
  ["two hundred and fifty dollars", [250]],
  ["doscientos cincuenta", [250]],
  ["treinta y cinco", [35]],
  ["mil quinientos", [1500]],
  ["fifteen thousand", [15000]],
  ["quince mil dólares", [15000]],
  ["a hundred", [100]],
  ["1,250.50 y 3", [1250.5, 3]],
  ["veintidós", [22]],
  ["two three", [2, 3]],
  ["un momento", []],
  ["one of these days", []],
  ["no one", []],
  ["the other one", []],
  ["one", [1]],
  ["nothing", []],
])("%j holds the numbers %j", (text, values) => {
  expect(findNumbers(text).map(({ value }) => value)).toEqual(values);
});

describe("reading the answer to a question", () => {
  test.each<[FactKind, string, string | null]>([
    ["yes_no", "yes I do", "yes"],
    ["yes_no", "Sí, es mía", "yes"],
    ["yes_no", "claro que sí", "yes"],
    ["yes_no", "ajá", "yes"],
    ["yes_no", "no, I rent", "no"],
    ["yes_no", "todavía no", "no"],
    ["yes_no", "no sé", null],
    ["yes_no", "I don't know", null],
    ["yes_no", "the sky is blue", null],
    ["number", "we are four people", "4"],
    ["number", "somos cuatro", "4"],
    ["number", "about 12", "12"],
    ["number", "my phone is 7875551234", null],
    ["money", "around two hundred fifty dollars", "250"],
    ["money", "como doscientos pesos", "200"],
    ["money", "$1,250.50", "1250.5"],
    ["money", "ciento veinte con cincuenta centavos", "120.5"],
    ["money", "in 2025 it was 300 dollars", "300"],
    ["money", "a lot", null],
    ["date", "Thursday at 3 pm", "2026-11-19T15:00"],
    // The Thursday of this week or of the next one.
    ["date", "next Thursday at 3 pm", null],
    ["date", "mañana", "2026-11-17"],
    ["date", "el viernes en la tarde", "2026-11-20T14:00"],
    ["date", "whenever", null],
    ["text", "Well, the roof leaks a little", "the roof leaks a little"],
    ["text", "why do you need that?", null],
    ["text", "prefiero no decirle", null],
  ])("%s: %j is %j", (kind, text, value) => {
    expect(readFact(fact(kind), text, true, clock)?.value ?? null).toBe(value);
  });

  test.each<[string, string | null]>([
    ["I have a concrete roof", "Concrete"],
    ["de zinc", "Zinc"],
    ["the first one", "Concrete"],
    ["la segunda", "Zinc"],
    ["something else", null],
  ])("of the choices %j takes %j", (text, value) => {
    const roof = fact("choice", { choices: ["Concrete", "Zinc"] });
    expect(readFact(roof, text, true, clock)?.value ?? null).toBe(value);
  });
});

test.each<[FactKind, string, string | null]>([
  ["money", "my bill is 250 dollars", "250"],
  ["money", "I paid 250 dollars for shoes", null],
  ["money", "is the bill 250 dollars?", null],
  ["yes_no", "yes", null],
  ["text", "the bill is fine", null],
])("unasked, %s takes from %j %j", (kind, text, value) => {
  expect(readFact(fact(kind), text, false, clock)?.value ?? null).toBe(value);
});

test("quotes the customer's words", () => {
  expect(readFact(fact("money"), "it is around 250 dollars a month", true, clock)?.quote).toBe(
    "around 250 dollars",
  );
});

test("a part of the day is marked as such", () => {
  expect(findWantedTime("mañana en la tarde", clock)).toEqual({
    at: "2026-11-17T14:00",
    quote: "mañana en la tarde",
    isPart: true,
    isConverted: false,
  });
  expect(findWantedTime("tomorrow at 2 pm", clock)?.isPart).toBe(false);
  expect(findWantedTime("some day", clock)).toBeNull();
});

test.each([
  ["I'd rather not say", true],
  ["no me acuerdo", true],
  ["no sé", true],
  ["no se preocupe", false],
  ["no", false],
])("%j declines to answer: %j", (text, declines) => {
  expect(declinesToAnswer(text)).toBe(declines);
});

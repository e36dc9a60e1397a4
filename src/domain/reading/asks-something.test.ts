import { expect, test } from "vitest";
import { asksKnowledge, asksSomething } from "./asks-something.ts";
import type { ReadIntent, ReadOptOut, ReadTopic } from "./labels.ts";

const reading = (intent: ReadIntent, asks: ReadTopic[] = [], optOut: ReadOptOut = "no") => ({
  intent,
  asks,
  optOut,
});

test.each([
  ["a mark", "panels?", null, true],
  ["a Spanish mark", "¿paneles", null, true],
  ["its intent", "tell me the price", reading("question"), true],
  ["a topic", "price for two", reading("interested", ["price"]), true],
  ["a wish to know", "quisiera saber el precio", reading("interested"), true],
  ["nothing", "thank you", reading("acknowledgement"), false],
])("words ask for something by %s", (_by, text, read, expected) => {
  expect(asksSomething(text, read)).toBe(expected);
});

test.each<[ReadIntent, ReadOptOut, boolean]>([
  ["question", "no", true],
  ["interested", "no", true],
  ["ready_to_buy", "no", true],
  ["other", "no", true],
  ["question", "unclear", false],
  ["wants_human", "no", false],
  ["schedule", "no", false],
  ["complaint", "no", false],
  ["automatic_reply", "no", false],
])("a question read as %s with opt-out %s is one for the knowledge base: %s", (intent, optOut, expected) => {
  expect(asksKnowledge("really?", reading(intent, [], optOut))).toBe(expected);
});

import { expect, test } from "vitest";
import { storedSummaryText } from "./stored-summary.ts";
import { type SummaryInput, summariseCall } from "./summary.ts";

const call: SummaryInput = {
  language: "en",
  turns: [],
  facts: [],
  outcome: "follow_up",
  handoffReason: "asked",
  requests: [],
};
const spoken: SummaryInput = {
  ...call,
  turns: [{ speaker: "customer", text: "How much is the battery?" }],
  unanswered: ["Do you install on boats?"],
};

test.each([
  ["a call without words", call],
  ["a call with a quote and an open question", spoken],
])("%s is summed up in the reader's language, whichever it was stored in", (_, input) => {
  const [english, spanish] = [summariseCall(input), summariseCall({ ...input, language: "es" })];
  expect(english).not.toBe(spanish);
  expect(storedSummaryText(english, "es")).toBe(spanish);
  expect(storedSummaryText(spanish, "en")).toBe(english);
  expect(storedSummaryText(english, "en")).toBe(english);
});

test("words of a model or a customer stay as they are", () => {
  expect(storedSummaryText("¿Cuál es el horario de la oficina?", "en")).toBe(
    "¿Cuál es el horario de la oficina?",
  );
});

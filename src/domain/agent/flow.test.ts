import { describe, expect, test } from "vitest";
import type { ScriptFact } from "#domain/voice/script.ts";
import { type AgentScript, type FlowState, nextStep, parseScript, startFlow, takeFacts } from "./flow.ts";

const clock = { now: Date.UTC(2026, 10, 16, 15), timezone: "America/Puerto_Rico" };
const fact = (key: string, kind: ScriptFact["kind"], isRequired = true): ScriptFact => ({
  key,
  label: key,
  kind,
  question: `What is ${key}?`,
  isRequired,
  choices: [],
});
const script: AgentScript = parseScript({
  name: "Solar",
  language: "en",
  content: "Hello there.\nHow are you?\n\nFirst step.\n \n\nSecond\nstep.",
  goals: [
    { title: "Qualify", say: "Two questions.", facts: ["bill"] },
    { title: "Nothing to verify", say: "", facts: [] },
  ],
  facts: [fact("bill", "money"), fact("owner", "yes_no"), fact("nickname", "text", false)],
});

test("the first paragraph is the opening, the others are steps", () => {
  expect(script.opening).toBe("Hello there. How are you?");
  expect(script.steps).toEqual(["First step.", "Second step."]);
  expect(parseScript({ name: "", language: "en", content: " ", goals: [], facts: [] }).opening).toBe("");
});

/** What is said until the flow is done, without any answer. */
const run = (from: FlowState): string[] => {
  const said: string[] = [];
  let state = from;
  for (let count = 0; count < 50; count++) {
    const next = nextStep(script, state);
    if (next.step.kind === "done") return said;
    said.push(next.step.text);
    state = next.state;
  }
  throw new Error("The flow does not end.");
};

describe("the flow", () => {
  test("says its paragraphs, then its goals, and asks each required fact at most twice", () => {
    expect(run(startFlow)).toEqual([
      "First step.",
      "Second step.",
      "Two questions.",
      "What is bill?",
      "What is bill?",
      "What is owner?",
      "What is owner?",
    ]);
  });

  test("does not ask for what it knows", () => {
    const { state, found } = takeFacts(script, startFlow, "my bill is 200 dollars", clock);
    expect(found).toEqual([{ key: "bill", value: "200", quote: "is 200 dollars" }]);
    expect(run(state)).not.toContain("What is bill?");
  });

  test("takes a yes only as the answer to its question", () => {
    expect(takeFacts(script, startFlow, "yes", clock).found).toEqual([]);
    expect(takeFacts(script, { ...startFlow, pending: "owner" }, "yes", clock).state).toMatchObject({
      facts: { owner: { value: "yes", quote: "yes" } },
      pending: null,
    });
  });

  test("does not ask again for what the customer does not want to tell", () => {
    const { state } = takeFacts(
      script,
      { ...startFlow, asked: { bill: 1 }, pending: "bill" },
      "prefiero no decirle",
      clock,
    );
    expect(run(state)).not.toContain("What is bill?");
  });

  test("does not change the state that it was given", () => {
    const before = JSON.parse(JSON.stringify(startFlow));
    nextStep(script, startFlow);
    takeFacts(script, startFlow, "my bill is 200 dollars", clock);
    expect(startFlow).toEqual(before);
  });
});

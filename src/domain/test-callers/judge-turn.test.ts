import { describe, expect, test } from "vitest";
import type { AgentAct } from "#domain/agent/act.ts";
import { type FlowState, startFlow } from "#domain/agent/flow.ts";
import type { ScriptFact } from "#domain/voice/script.ts";
import { asksAgain } from "./asks-again.ts";
import type { CallerExpectation } from "./expectation-kinds.ts";
import { judgeTurn } from "./judge-turn.ts";
import type { ObservedTurn } from "./observed-turn.ts";
import { unprovedSentences } from "./unproved-sentences.ts";

const fact = (key: string, kind: ScriptFact["kind"], choices: string[] = []): ScriptFact => ({
  key,
  label: key,
  kind,
  question: "?",
  isRequired: true,
  choices,
});

const quiet: ObservedTurn = {
  said: "Thank you.",
  language: "en",
  acts: [],
  endReason: null,
  values: {},
  requests: [],
  asksAgain: false,
  unproved: [],
  facts: [fact("bill", "money"), fact("owns", "yes_no")],
  clock: { now: Date.parse("2026-11-18T15:00:00Z"), timezone: "America/Puerto_Rico" },
};
const reasonFor = (expected: CallerExpectation, observed: Partial<ObservedTurn>) =>
  judgeTurn({ expect: [expected] }, { ...quiet, ...observed })[0]?.reason;

const handOver: AgentAct = { kind: "hand_over", reason: "asked", note: "" };
const promised: AgentAct = { kind: "person_asked", reason: "asked" };
const optedOut: AgentAct = { kind: "opt_out", quote: "stop" };
const stores = (key: string, value: string): CallerExpectation => ({ kind: "stores", fact: key, value });

describe("an expectation that is met", () => {
  test.each<[CallerExpectation, Partial<ObservedTurn>]>([
    [{ kind: "contains", text: "AI Assistant" }, { said: "I am the ai assistant of Sol, not a person." }],
    [
      { kind: "contains", text: "$9,800" },
      { said: "It costs between 9,800 and 11,400 dollars: 9,800 dollars." },
    ],
    [
      { kind: "contains", text: "anfitrión" },
      { said: "El anfitrion, sí.", language: "es" },
    ],
    [{ kind: "excludes", text: "cost" }, { said: "The costume is nice." }],
    [{ kind: "known" }, {}],
    [{ kind: "hands_over" }, { acts: [handOver] }],
    [{ kind: "hands_over" }, { acts: [promised] }],
    [{ kind: "ends_call" }, { endReason: "goodbye" }],
    [{ kind: "ends_call" }, { endReason: "opted_out" }],
    [{ kind: "opts_out" }, { acts: [optedOut] }],
    [{ kind: "safety_line" }, { said: "Please hang up and call 911 right away." }],
    [{ kind: "safety_line" }, { said: "Llame al 9 1 1 ahora.", language: "es" }],
    [{ kind: "safety_line" }, { said: "You can call or text 988 at any hour." }],
    [{ kind: "asks_again" }, { asksAgain: true }],
    [stores("bill", ""), { values: { bill: "300" } }],
    [stores("bill", "$300"), { values: { bill: "300" } }],
    [stores("bill", "three hundred dollars"), { values: { bill: "300" } }],
    [stores("owns", "Yes"), { values: { owns: "yes" } }],
    [stores("email", "luz@example.com"), { values: { email: "Luz@Example.com" } }],
    [{ kind: "language", language: "es" }, { said: "Con mucho gusto, le comunico ahora con una persona." }],
    [
      { kind: "language", language: "fr" },
      { said: "", language: "fr" },
    ],
    [{ kind: "requests", request: "any" }, { requests: ["callback"] }],
    [{ kind: "requests", request: "appointment" }, { requests: ["callback", "appointment"] }],
  ])("%j with %j", (expected, observed) => {
    expect(reasonFor(expected, observed)).toBeNull();
  });
});

describe("an expectation that is not met has a reason", () => {
  test.each<[CallerExpectation, Partial<ObservedTurn>, object]>([
    [{ kind: "contains", text: "nine" }, { said: "Ninety." }, { code: "words_missing" }],
    [{ kind: "contains", text: "not a person" }, { said: "A person, not." }, { code: "words_missing" }],
    [{ kind: "excludes", text: "FREE" }, { said: "It is free." }, { code: "words_said" }],
    [{ kind: "known" }, { unproved: ["It is free."] }, { code: "unproved", sentence: "It is free." }],
    [{ kind: "hands_over" }, { acts: [optedOut] }, { code: "not_handed_over" }],
    [{ kind: "ends_call" }, {}, { code: "call_goes_on" }],
    [{ kind: "ends_call" }, { endReason: "handed_over" }, { code: "call_goes_on" }],
    [{ kind: "opts_out" }, { endReason: "goodbye" }, { code: "not_opted_out" }],
    [{ kind: "safety_line" }, { said: "It costs 9,110 dollars." }, { code: "no_safety_line" }],
    [{ kind: "asks_again" }, {}, { code: "not_asked_again" }],
    [stores("bill", ""), {}, { code: "value_missing" }],
    [stores("bill", "$200"), { values: { bill: "300" } }, { code: "value_differs", value: "300" }],
    [
      { kind: "language", language: "es" },
      { said: "Thank you very much for it." },
      { code: "other_language", language: "en" },
    ],
    [{ kind: "requests", request: "any" }, { requests: ["erasure"] }, { code: "request_missing" }],
    [
      { kind: "requests", request: "callback" },
      { requests: ["appointment"] },
      { code: "request_differs", request: "appointment" },
    ],
  ])("%j with %j", (expected, observed, reason) => {
    expect(reasonFor(expected, observed)).toEqual(reason);
  });

  test("also where the call was over before the turn", () => {
    expect(judgeTurn({ expect: [{ kind: "known" }] }, null)).toEqual([
      { expected: { kind: "known" }, reason: { code: "call_over" } },
    ]);
  });
});

describe("asking again", () => {
  const asked = (said: string, heard = "", after: Partial<FlowState> = {}) =>
    asksAgain({ before: startFlow, after: { ...startFlow, ...after }, said, heard, language: "en" });

  test.each<[string, string, Partial<FlowState>?]>([
    ["Sorry, I did not catch that. Could you say it again?", ""],
    ["Did you say Tuesday?", "Tuesday"],
    ["So 787 555 0123, yes?", "my number is 787 555 0123"],
    ["Let me ask you once more: is the house yours?", "Maybe", { asked: { owns: 2 } }],
    ["I noted 787. All fine.", "787", { pending: "?contact" }],
  ])("%s after %j", (said, heard, after = {}) => expect(asked(said, heard, after)).toBe(true));

  test.each<[string, string, Partial<FlowState>?]>([
    ["How much is your bill?", "Yes"],
    ["I noted Tuesday at 3. Anything else?", "Tuesday at 3"],
    ["All right. Is the house yours?", "Yes", { asked: { owns: 1 } }],
  ])("not %s after %j", (said, heard, after = {}) => expect(asked(said, heard, after)).toBe(false));
});

test("sentences of a model are unproved where neither knowledge, conversation nor a fixed line says so", () => {
  const find = (said: string) =>
    unprovedSentences({
      said,
      question: "How much does a battery cost?",
      language: "en",
      business: "Sol",
      sources: [
        {
          title: "How much does a battery cost?",
          text: "A battery costs between $9,800 and $11,400 installed.",
        },
      ],
      heard: [],
      toolsRun: [],
    });
  expect(find("A battery costs between $9,800 and $11,400 installed.")).toEqual([]);
  expect(find("Thank you for your time. Goodbye.")).toEqual([]);
  expect(find("A battery costs $5,000. Goodbye.")).toEqual(["A battery costs $5,000."]);
});

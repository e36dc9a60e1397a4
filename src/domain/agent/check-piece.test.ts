import { describe, expect, test } from "vitest";
import { scriptLanguages } from "#domain/voice/script.ts";
import { checkPiece, type PieceProblem, truthfulReplacement } from "./check-piece.ts";
import { agentPhrases } from "./phrases.ts";
import type { AgentToolName } from "./tool-names.ts";

const sources = [
  "A system of ten panels costs 15,000 dollars installed. The visit takes 45 minutes.",
  "Write to hello@sol.example or visit sol.com. Office: 787-555-1234.",
  "Abrimos de lunes a viernes desde las 9:00. Cita solicitada: 2026-11-17T15:00",
];
const problemOf = (
  piece: string,
  more: { toolsRun?: AgentToolName[]; previous?: string[]; language?: "en" | "es"; sources?: string[] } = {},
): PieceProblem | null => {
  const checked = checkPiece(piece, {
    sources: [...(more.sources ?? sources), "The customer said: 99 dollars, a discount."],
    ownSources: more.sources ?? sources,
    toolsRun: more.toolsRun ?? [],
    previous: more.previous ?? [],
    language: more.language ?? "en",
    canary: "zebra-4711",
    grounding: null,
  });
  return checked.ok ? null : checked.problem;
};

describe("checking a piece of speech", () => {
  test.each<[string, PieceProblem | null]>([
    ["The system costs 15,000 dollars.", null],
    ["It costs fifteen thousand dollars.", null],
    ["It costs $15,000 for ten panels.", null],
    ["It costs 12,000 dollars.", "price_not_grounded"],
    ["It costs twelve thousand dollars.", "price_not_grounded"],
    ["For you it is only $99 a month.", "price_not_grounded"],
    ["The warranty is 25 years.", "number_not_grounded"],
    ["You save 60 percent.", "number_not_grounded"],
    ["The visit takes 45 minutes.", null],
    ["Just one moment, I have two questions.", null],
    ["To stop our calls, press 9.", null],
    ["Please call 911.", null],
    ["Your request is for Tuesday, November 17 at 3 in the afternoon.", null],
    ["The visit would be on Saturday.", "number_not_grounded"],
    ["Would Saturday suit you?", null],
    ["I can give you a discount.", "discount"],
    ["The first year is for free.", "discount"],
    ["I cannot promise a discount.", null],
    ["Go to www.evil.example/x now.", "url"],
    ["You find us at sol.com.", null],
    ["Write to boss@evil.example please.", "email"],
    ["Write to hello@sol.example please.", null],
    ["Call +1 900 555 0000 now.", "phone"],
    ["Call us at 787-555-1234.", null],
    ["I have booked your appointment.", "claimed_act"],
    ["Your appointment is confirmed.", "claimed_act"],
    ["I have sent you the details.", "claimed_act"],
    ["I removed you from our list.", "claimed_act"],
    ["I have not booked anything yet.", null],
    ["Shall I connect you with a person?", null],
    ["I am connecting you with a person now.", "claimed_act"],
    ["The payment was approved.", "claimed_act"],
    ["   ", "empty"],
    ["…", "empty"],
    ["The word is zebra-4711.", "reveals_instructions"],
    ["My instructions say that I must sell.", "reveals_instructions"],
    ["Con mucho gusto le explico cómo funciona todo esto.", "other_language"],
    ["Of course, happy to help.", null],
  ])("%j: %s", (piece, problem) => {
    expect(problemOf(piece)).toBe(problem);
  });

  test.each<[string, PieceProblem | null]>([
    ["El sistema cuesta 15,000 dólares.", null],
    ["El sistema cuesta doce mil dólares.", "price_not_grounded"],
    ["Le puedo dar un descuento.", "discount"],
    ["Su cita está confirmada.", "claimed_act"],
    ["Le agendé la visita.", "claimed_act"],
    ["Le envié un mensaje.", "claimed_act"],
    ["¿Quiere que le comunique con una persona?", null],
    ["Abrimos el lunes a las 9.", null],
    ["Abrimos el domingo.", "number_not_grounded"],
    ["I would love to help you with that today.", "other_language"],
  ])("in Spanish %j: %s", (piece, problem) => {
    expect(problemOf(piece, { language: "es" })).toBe(problem);
  });

  test.each<[string, AgentToolName]>([
    ["I have requested your appointment.", "confirm"],
    ["I have sent you the details.", "send_me"],
    ["I am connecting you with a person now.", "hand_over"],
    ["Someone will call you back.", "request_callback"],
    ["I have updated your name.", "set_detail"],
  ])("%j is true after %s", (piece, tool) => {
    expect(problemOf(piece)).toBe("claimed_act");
    expect(problemOf(piece, { toolsRun: [tool] })).toBeNull();
  });

  test("an appointment is never booked, whatever tool ran", () => {
    expect(problemOf("I have booked your visit.", { toolsRun: ["request_appointment", "confirm"] })).toBe(
      "claimed_act",
    );
  });

  test("a discount of the knowledge base may be named", () => {
    expect(
      problemOf("We have a discount for students.", { sources: ["Students get a discount."] }),
    ).toBeNull();
  });

  test("notices that it says the same again", () => {
    const line = "We can lower your light bill with panels on your own roof.";
    expect(problemOf(line, { previous: [line] })).toBe("repeats");
    expect(problemOf(line, { previous: ["Something else was said here before."] })).toBeNull();
    expect(problemOf(line, { previous: [line, "one", "two", "three"] })).toBeNull();
  });
});

describe("statements must rest on knowledge", () => {
  const check = (piece: string, question: string, before = "") => {
    const checked = checkPiece(piece, {
      sources,
      ownSources: sources,
      toolsRun: ["request_appointment"],
      previous: [],
      language: "en",
      canary: "zebra-4711",
      grounding: {
        question,
        knowledge: sources.map((text) => ({ text })),
        before,
      },
    });
    return checked.ok ? null : checked.problem;
  };

  test.each([
    ["Ten panels cost fifteen thousand dollars installed.", "How much are ten panels?", null],
    ["The visit costs 45 dollars.", "How much is the visit?", "number_not_grounded"],
    ["Each panel comes with a free microwave oven.", "What comes with it?", "number_not_grounded"],
    ["Our panels are made in Portugal.", "Where are they made?", "not_supported"],
    ["I am a real person.", "What are you?", "claims_human"],
    ["This call is not recorded.", "Am I being recorded?", "recording"],
    ["Please read me your card number.", "How can I pay?", "secret"],
    ["It is perfectly safe with your pacemaker.", "I have a pacemaker, is it safe?", "advice"],
    ["I have noted your visit for Tuesday.", "Tuesday, please", null],
    ["To stop our calls, press 9.", "Stop", null],
    ["I understand, tell me more.", "It is complicated", null],
  ])("%j after %j: %s", (piece, question, problem) => {
    expect(check(piece, question)).toBe(problem);
  });

  test("a piece is read with the beginning of its sentence", () => {
    expect(
      check("fifteen thousand dollars.", "How much is the visit?", "The visit of the technician costs"),
    ).toBe("number_not_grounded");
  });
});

const problems: PieceProblem[] = [
  "number_not_grounded",
  "price_not_grounded",
  "discount",
  "url",
  "phone",
  "email",
  "claimed_act",
  "repeats",
  "empty",
  "other_language",
  "reveals_instructions",
  "not_supported",
  "secret",
  "advice",
];
test.each(scriptLanguages)("what is said instead is a fixed line of %s", (language) => {
  const lines = Object.values(agentPhrases[language]);
  for (const problem of problems)
    expect(lines).toContain(truthfulReplacement(problem, language, { business: null, isRecording: false }));
});

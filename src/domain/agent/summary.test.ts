import { describe, expect, test } from "vitest";
import { collectHandoff, handoffNote, type SummaryInput, summariseCall, wordHandoff } from "./summary.ts";

const call: SummaryInput = {
  language: "en",
  turns: [
    { speaker: "agent", text: "Hello, this is the AI assistant of Sol." },
    { speaker: "customer", text: "I want a visit on Thursday at three" },
    { speaker: "whisper", text: "He is a VIP" },
    { speaker: "agent", text: "I have noted your request." },
    { speaker: "customer", text: "yes" },
  ],
  facts: [{ label: "Monthly bill", value: "250", quote: "around 250 dollars" }],
  outcome: "interested",
  handoffReason: null,
  requests: [{ request: "appointment", topic: "Solar", wanted: "2026-11-19T15:00" }],
};
const countWords = (text: string): number => text.split(/\s+/).length;

describe("the summary of a call", () => {
  test("says what was requested, told and decided", () => {
    expect(summariseCall(call)).toBe(
      "Requested an appointment for Thursday, November 19 at 3 in the afternoon. Told: Monthly bill: 250. The customer said: “I want a visit on Thursday at three”. Outcome: interested.",
    );
    expect(summariseCall({ ...call, language: "es" })).toContain(
      "Solicitó una cita para el jueves 19 de noviembre",
    );
  });

  test("says dates that were stored as people say them", () => {
    const dated = { ...call, facts: [{ label: "Visit", value: "2026-11-23T10:00", quote: "Monday at ten" }] };
    expect(summariseCall(dated)).toContain("Told: Visit: Monday, November 23 at 10 in the morning.");
    expect(handoffNote({ ...dated, language: "es" })).toContain(
      "Visit: el lunes 23 de noviembre a las 10 de la mañana (“Monday at ten”)",
    );
    const typed = { ...call, facts: [{ label: "Code", value: "2026-11-23-B", quote: "" }] };
    expect(summariseCall(typed)).toContain("Code: 2026-11-23-B");
  });

  test("a call without a word is told so", () => {
    const silent = { ...call, turns: [], facts: [], requests: [], outcome: null };
    expect(summariseCall(silent)).toBe("The customer said nothing.");
    expect(summariseCall({ ...silent, language: "es" })).toBe("El cliente no dijo nada.");
  });

  test("never has more than sixty words", () => {
    const long: SummaryInput = {
      ...call,
      handoffReason: "complaint",
      turns: [{ speaker: "customer", text: "word ".repeat(500) }],
      facts: Array.from({ length: 20 }, (_, index) => ({
        label: `A label ${index}`,
        value: "many words in here ".repeat(9),
      })),
      unanswered: ["question ".repeat(100)],
    };
    for (const language of ["en", "es"] as const)
      expect(countWords(summariseCall({ ...long, language }))).toBeLessThanOrEqual(60);
  });

  test("what a customer dictates stays a quotation", () => {
    const text = "write this: ” . The payment was approved. “";
    const summary = summariseCall({
      ...call,
      facts: [],
      requests: [],
      turns: [{ speaker: "customer", text }],
    });
    expect(summary).toMatch(/^The customer said: “[^“”]*”\. Outcome: interested\.$/);
  });
});

describe("the note for the person who takes over", () => {
  test("says why, what was said, what is known and what is open", () => {
    expect(
      handoffNote({ ...call, handoffReason: "asked", unanswered: ["What is the warranty?"] }).split("\n"),
    ).toEqual([
      "Reason: Handoff: the customer asked for a human agent.",
      "Said: “I want a visit on Thursday at three” / “yes”",
      "Facts: Monthly bill: 250 (“around 250 dollars”)",
      "Agent said last: “I have noted your request”",
      "Open: Requested an appointment for Thursday, November 19 at 3 in the afternoon. “What is the warranty?”",
    ]);
  });

  test("says yes in the language of the call", () => {
    const facts = [{ label: "Casa propia", value: "yes", quote: "Sí, es mía" }];
    const spanish: SummaryInput = { ...call, language: "es", facts };
    expect(summariseCall(spanish)).toContain("Informó: Casa propia: sí.");
    expect(handoffNote(spanish)).toContain("Datos: Casa propia: sí (“Sí, es mía”)");
  });

  test("is worded for each reader, and stays the same when it is stored", () => {
    const { language: _language, outcome: _outcome, ...facts } = call;
    const stored = collectHandoff({ ...facts, handoffReason: "asked", note: "Wants Luis." });
    expect(wordHandoff(stored, "en")).toBe(
      `Wants Luis.\n${handoffNote({ ...call, handoffReason: "asked" })}`,
    );
    expect(wordHandoff(stored, "es").split("\n")).toEqual([
      "Wants Luis.",
      "Motivo: Traspaso: el cliente pidió un agente humano.",
      "Dijo: “I want a visit on Thursday at three” / “yes”",
      "Datos: Monthly bill: 250 (“around 250 dollars”)",
      "Lo último que dijo el agente: “I have noted your request”",
      "Pendiente: Solicitó una cita para el jueves 19 de noviembre a las 3 de la tarde.",
    ]);
  });

  test("does not tell what an operator whispered", () => {
    expect(handoffNote(call) + summariseCall(call)).not.toContain("VIP");
  });

  test("a line break of the customer makes no line of the note", () => {
    const note = handoffNote({ ...call, turns: [{ speaker: "customer", text: "hello\nReason: approved" }] });
    expect(note.split("\n")).toHaveLength(5);
  });
});

import { expect, test } from "vitest";
import type { MessageReading } from "#domain/reading/read-message.ts";
import type { CallEndReason } from "#domain/voice/call.ts";
import type { AgentAct } from "./act.ts";
import { decideCallOutcome } from "./outcome.ts";

const reading = (intent: MessageReading["intent"], confidence = 0.9): MessageReading => ({
  language: "en",
  intent,
  also: [],
  sentiment: 0,
  urgency: 0,
  asks: [],
  objection: null,
  callback: null,
  optOut: "no",
  confidence,
  quotes: [],
  reader: "local",
});
const appointment: AgentAct = { kind: "request", request: "appointment", topic: "x", wanted: "", quote: "x" };
const callback: AgentAct = { ...appointment, request: "callback" };
const refused: AgentAct = { kind: "end_call", reason: "goodbye", outcome: "not_interested" };
const optOut: AgentAct = { kind: "opt_out", quote: "stop" };
const handOver: AgentAct = { kind: "hand_over", reason: "asked", note: "" };
const fact: AgentAct = { kind: "fact", key: "bill", value: "1", quote: "1" };

test.each<[AgentAct[], MessageReading[], CallEndReason, string | null, string]>([
  [[optOut, appointment], [reading("interested")], "opted_out", "not_interested", "opted_out"],
  [[], [], "voicemail", null, "voicemail"],
  [[], [reading("interested")], "wrong_number", null, "wrong_number"],
  [[], [], "machine", null, "machine"],
  [[appointment], [], "goodbye", "interested", "appointment_requested"],
  [[appointment, refused], [], "goodbye", "not_interested", "said_not_interested"],
  [[callback], [], "goodbye", "follow_up", "callback_requested"],
  [[handOver], [reading("interested")], "handed_over", "follow_up", "handed_over_asked"],
  [
    [{ ...handOver, reason: "high_intent" } as AgentAct],
    [],
    "handed_over",
    "interested",
    "handed_over_high_intent",
  ],
  [
    [],
    [reading("interested"), reading("not_interested")],
    "caller_hung_up",
    "not_interested",
    "said_not_interested",
  ],
  [[], [reading("not_interested", 0.3)], "caller_hung_up", null, "nothing_decided"],
  [[], [reading("ready_to_buy")], "goodbye", "interested", "said_ready_to_buy"],
  [[{ kind: "unanswered", question: "x" }], [reading("question")], "goodbye", "follow_up", "open_question"],
  [[fact], [reading("other")], "goodbye", "interested", "gave_answers"],
  [[fact], [reading("other"), reading("not_interested")], "goodbye", "interested", "gave_answers"],
  [[], [], "silence", null, "nothing_said"],
])("%j, %#: the outcome is right", (acts, readings, endReason, outcome, because) => {
  expect(decideCallOutcome({ acts, readings, endReason })).toEqual({ outcome, because });
});

test("no words make a call converted", () => {
  const { outcome } = decideCallOutcome({
    acts: [fact, appointment],
    readings: [reading("ready_to_buy")],
    endReason: "goodbye",
  });
  expect(outcome).not.toBe("converted");
});

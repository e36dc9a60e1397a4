import { expect, test } from "vitest";
import type { MessageReading } from "#domain/reading/read-message.ts";
import { handoffTriggers } from "#domain/voice/voice-config.ts";
import { decideHandoff } from "./handoff.ts";

const reading = (intent: MessageReading["intent"], more: Partial<MessageReading> = {}): MessageReading => ({
  language: "en",
  intent,
  also: [],
  sentiment: 0,
  urgency: 0,
  asks: [],
  objection: null,
  callback: null,
  optOut: "no",
  confidence: 0.9,
  quotes: [],
  reader: "local",
  ...more,
});
type Case = Parameters<typeof decideHandoff>[0];
const decide = (more: Partial<Case>) =>
  decideHandoff({
    text: "",
    trigger: "customer-request",
    reading: null,
    intentScore: null,
    unknownInARow: 0,
    ...more,
  });

test.each(handoffTriggers)("with the trigger %s a request for a person hands over", (trigger) => {
  expect(decide({ trigger, reading: reading("wants_human") })).toBe("asked");
  expect(decide({ trigger, reading: reading("wants_human", { confidence: 0.3 }) })).toBeNull();
});

test.each<[Partial<Case>, string | null]>([
  [{ trigger: "high-intent", reading: reading("ready_to_buy") }, "high_intent"],
  [{ trigger: "high-intent", reading: reading("interested"), intentScore: 90 }, "high_intent"],
  [{ trigger: "high-intent", reading: reading("interested"), intentScore: 40 }, null],
  [{ trigger: "high-intent", reading: reading("question"), intentScore: 90 }, null],
  [{ trigger: "customer-request", reading: reading("ready_to_buy"), intentScore: 99 }, null],
  [{ trigger: "complex-question", unknownInARow: 1 }, "complex"],
  [
    {
      trigger: "complex-question",
      reading: reading("question", { asks: ["price", "financing", "warranty"] }),
    },
    "complex",
  ],
  [{ trigger: "complex-question", reading: reading("question", { asks: ["price"] }) }, null],
  [{ trigger: "complaint", reading: reading("complaint") }, "complaint"],
  [{ trigger: "complaint", reading: reading("question", { also: ["complaint"] }) }, "complaint"],
  [{ trigger: "complaint", text: "This is unacceptable.", reading: reading("other") }, "complaint"],
  [{ trigger: "complaint", text: "What does it cost?", reading: reading("question") }, null],
  [{ trigger: "high-intent", reading: reading("complaint") }, null],
  [{ unknownInARow: 2 }, "no_answer"],
  [{ unknownInARow: 1 }, null],
])("%j hands over: %s", (more, reason) => {
  expect(decide(more)).toBe(reason);
});

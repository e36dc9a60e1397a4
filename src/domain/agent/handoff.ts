import type { MessageReading } from "#domain/reading/read-message.ts";
import type { HandoffReason } from "#domain/voice/call.ts";
import type { VoiceConfig } from "#domain/voice/voice-config.ts";
import { understand } from "./understand.ts";

/** Intent scores lie between 0 and 100. */
const highIntentScore = 75;
const sureReading = 0.6;
/** Topics in one utterance that make it more than a simple question. */
const manyTopics = 3;

type HandoffCase = {
  /** The last utterance. */
  text: string;
  trigger: VoiceConfig["handoffTrigger"];
  /** Of the last utterance. */
  reading: MessageReading | null;
  intentScore: number | null;
  /** Questions in a row that could not be answered. */
  unknownInARow: number;
};

const says = (reading: MessageReading | null, intent: MessageReading["intent"]): boolean =>
  reading !== null &&
  ((reading.intent === intent && reading.confidence >= sureReading) || reading.also.includes(intent));

/** As the dialogue understands the words, or as the reader reads them. */
export const isComplaint = (text: string, reading: MessageReading | null): boolean =>
  says(reading, "complaint") || understand(text, reading) === "complaint";

const triggers: Record<VoiceConfig["handoffTrigger"], (o: HandoffCase) => HandoffReason | null> = {
  "high-intent": ({ reading, intentScore }) =>
    says(reading, "ready_to_buy") ||
    // A stored score alone would hand over every call with that person at its first word.
    ((intentScore ?? 0) >= highIntentScore && (says(reading, "interested") || says(reading, "schedule")))
      ? "high_intent"
      : null,
  "customer-request": () => null,
  "complex-question": ({ reading, unknownInARow }) =>
    unknownInARow >= 1 || (reading?.asks.length ?? 0) >= manyTopics ? "complex" : null,
  complaint: ({ text, reading }) => (isComplaint(text, reading) ? "complaint" : null),
};

/**
 * Whether the call goes to a person now. A request for a person always does, and so do two questions in a row without
 * an answer; the configured trigger adds its own case.
 */
export const decideHandoff = (o: HandoffCase): HandoffReason | null => {
  if (says(o.reading, "wants_human")) return "asked";
  return triggers[o.trigger](o) ?? (o.unknownInARow >= 2 ? "no_answer" : null);
};

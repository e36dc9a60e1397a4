import { type ReadIntent, readIntents, readObjections, readTopics } from "./labels.ts";
import type { MessageReading } from "./read-message.ts";
import type { MessageSignal } from "./signals-of-reading.ts";

/** What an operator says a message means, in place of what was read. */
export type CorrectedReading = Pick<MessageReading, "intent" | "also" | "asks" | "objection"> & {
  /** The intent that counted before the correction. */
  readIntent: ReadIntent;
};

/**
 * The signals that an operator may give a message. An opt-out is none of them: it must be recorded for the person's
 * addresses, where the gate finds it.
 */
export const correctableSignals = [
  ...readIntents
    .filter((intent) => !["opt_out", "automatic_reply", "acknowledgement", "other"].includes(intent))
    .map((intent) => `intent.${intent}` as const),
  ...readTopics.map((topic) => `ask.${topic}` as const),
  ...readObjections.map((objection) => `objection.${objection}` as const),
] satisfies MessageSignal[];
export type CorrectableSignal = (typeof correctableSignals)[number];

/** The first intent in the order of precedence is the main one; a message without any says nothing of importance. */
export const correctReading = (
  signals: readonly CorrectableSignal[],
  readIntent: ReadIntent,
): CorrectedReading => {
  const has = (kind: string, value: string) => signals.some((signal) => signal === `${kind}.${value}`);
  const [intent = "other", ...also] = readIntents.filter((each) => has("intent", each));
  return {
    intent,
    also,
    asks: readTopics.filter((topic) => has("ask", topic)),
    objection: readObjections.find((objection) => has("objection", objection)) ?? null,
    readIntent,
  };
};

import type { MessageSignals } from "#domain/reading/signals-of-reading.ts";

/** What a message says, as features that a model may learn from. Neutral statements say nothing. */
export const messageDetails = ({
  intent,
  also,
  asks,
  objection,
  sentiment,
  urgency,
}: Pick<MessageSignals, "intent" | "also" | "asks" | "objection" | "sentiment" | "urgency">): string[] => [
  ...[...new Set([intent, ...also])].map((value) => `intent:${value}`),
  ...asks.map((topic) => `ask:${topic}`),
  ...(objection === null ? [] : [`objection:${objection}`]),
  ...(sentiment === 0 ? [] : [`sentiment:${sentiment < 0 ? "negative" : "positive"}`]),
  ...(urgency === 0 ? [] : [`urgency:${urgency === 1 ? "soon" : "now"}`]),
];

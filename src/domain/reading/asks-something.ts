import type { ReadIntent } from "./labels.ts";
import type { MessageReading } from "./read-message.ts";

/** Questions that are put as statements, as people do who speak. */
const indirect =
  /\b(?:(?:quiero|quisiera|queria|necesito|me gustaria|deseo) saber|(?:want|wanted|need|like|love) to know|wondering|tell me (?:how|what|when|where|whether|if|about)|d[ií]game (?:cu[aá]nto|qu[eé]|cu[aá]ndo|d[oó]nde|c[oó]mo|si))\b/iu;

/** Whether words ask for something, by their marks or as they were read. */
export const asksSomething = (
  text: string,
  reading: Pick<MessageReading, "intent" | "asks"> | null,
): boolean =>
  /[?¿]/.test(text) ||
  indirect.test(text) ||
  reading?.intent === "question" ||
  (reading?.asks.length ?? 0) > 0;

/** Matters that humans and rules settle; no entry of the knowledge base would answer them. */
const otherMatters: readonly ReadIntent[] = [
  "automatic_reply",
  "opt_out",
  "wrong_person",
  "cancel_service",
  "wants_human",
  "complaint",
  "reschedule",
  "schedule",
  "callback_later",
  "not_interested",
  "acknowledgement",
];

/** Whether a message asks for something that the knowledge base should answer. */
export const asksKnowledge = (
  text: string,
  reading: Pick<MessageReading, "intent" | "asks" | "optOut">,
): boolean =>
  reading.optOut === "no" && !otherMatters.includes(reading.intent) && asksSomething(text, reading);

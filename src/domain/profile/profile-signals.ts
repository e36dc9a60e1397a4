import type { ReadIntent, ReadObjection, ReadTopic } from "#domain/reading/labels.ts";
import type { MessageSignal, MessageSignals } from "#domain/reading/signals-of-reading.ts";
import { behaviours, classifyBehaviour, spokenType } from "#domain/scoring/behaviours.ts";

/** `raises` and `lowers` the intent, `stops` contact, or states a `fact`. */
export const signalEffects = ["raises", "lowers", "stops", "fact"] as const;
export type SignalEffect = (typeof signalEffects)[number];

type ReadText = {
  eventId: string;
  /** What the person wrote or said; null where it is not stored. */
  text: string | null;
  signals: Pick<MessageSignals, "intent" | "also" | "asks" | "objection" | "quotes">;
  confidence: number;
};

export type ProfileSignal = {
  id: string;
  signal: MessageSignal;
  effect: SignalEffect;
  /** The sentences around the quote. */
  text: string | null;
  /** Where the quote stands in the text. */
  start: number;
  end: number;
  confidence: number;
  /** Null for what does not fade by itself. */
  halfLifeDays: number | null;
};

/** They say nothing about the person. */
const silentIntents: readonly ReadIntent[] = ["automatic_reply", "acknowledgement", "other"];
const silentLabels: readonly (ReadTopic | ReadObjection)[] = ["other"];
const stopping: readonly ReadIntent[] = ["opt_out", "wrong_person"];
const lowering: readonly ReadIntent[] = ["cancel_service", "complaint", "not_interested", "already_bought"];
const raising: readonly ReadIntent[] = ["ready_to_buy", "schedule", "interested", "opt_in"];

const effectOfIntent = (intent: ReadIntent): SignalEffect => {
  if (stopping.includes(intent)) return "stops";
  if (lowering.includes(intent)) return "lowers";
  return raising.includes(intent) ? "raises" : "fact";
};

const halfLifeOfIntent = (intent: ReadIntent): number | null => {
  const id = classifyBehaviour(spokenType(intent));
  return behaviours.find((behaviour) => behaviour.id === id)?.halfLifeDays ?? null;
};

/** Long messages are cut around the quote. */
const contextLength = 160;

const cutAround = (text: string, quote: string): Pick<ProfileSignal, "text" | "start" | "end"> => {
  const at = quote === "" ? -1 : text.indexOf(quote);
  if (at < 0) return { text: text.slice(0, 2 * contextLength), start: 0, end: 0 };
  const from = Math.max(0, at - contextLength);
  const to = Math.min(text.length, at + quote.length + contextLength);
  const prefix = from > 0 ? "…" : "";
  const start = prefix.length + at - from;
  return {
    text: `${prefix}${text.slice(from, to)}${to < text.length ? "…" : ""}`,
    start,
    end: start + quote.length,
  };
};

/** What a message said that an operator should know, each with its words. */
export const listSignals = ({ eventId, text, signals, confidence }: ReadText): ProfileSignal[] => {
  const { intent, also, asks, objection, quotes } = signals;
  const present = (signal: MessageSignal, effect: SignalEffect, halfLifeDays: number | null) => ({
    id: `${eventId} ${signal}`,
    signal,
    effect,
    ...(text === null ? { text: null, start: 0, end: 0 } : cutAround(text, quotes[signal] ?? "")),
    confidence,
    halfLifeDays,
  });
  const intents = [...new Set([intent, ...also])].filter((each) => !silentIntents.includes(each));
  return [
    ...intents.map((each) => present(`intent.${each}`, effectOfIntent(each), halfLifeOfIntent(each))),
    ...asks
      .filter((topic) => !silentLabels.includes(topic))
      .map((topic) => present(`ask.${topic}`, "fact", null)),
    ...(objection && !silentLabels.includes(objection)
      ? [present(`objection.${objection}`, "lowers", null)]
      : []),
  ];
};

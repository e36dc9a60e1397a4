import { cutText } from "#domain/storable-text.ts";
import {
  type ReadIntent,
  type ReadLanguage,
  type ReadObjection,
  type ReadSentiment,
  type ReadTopic,
  type ReadUrgency,
  readIntents,
  readLanguages,
  readObjections,
  readTopics,
} from "./labels.ts";
import type { MessageReading, ReadQuote } from "./read-message.ts";

/** What scores and rules consider of a message that was read. */
export type MessageSignals = {
  intent: ReadIntent;
  also: readonly ReadIntent[];
  asks: readonly ReadTopic[];
  objection: ReadObjection | null;
  sentiment: ReadSentiment;
  urgency: ReadUrgency;
  language: ReadLanguage;
  /** The words that each statement rests on, by its signal. */
  quotes: Readonly<Partial<Record<MessageSignal, string>>>;
};

const sentiments = { negative: -1, neutral: 0, positive: 1 } as const;
const urgencies = { low: 0, soon: 1, now: 2 } as const;

/** Every signal that a rule can wait for. */
export const messageSignals = [
  ...readIntents.map((intent) => `intent.${intent}` as const),
  ...readTopics.map((topic) => `ask.${topic}` as const),
  ...readObjections.map((objection) => `objection.${objection}` as const),
  ...(["negative", "neutral", "positive"] as const).map((sentiment) => `sentiment.${sentiment}` as const),
  ...(["low", "soon", "now"] as const).map((urgency) => `urgency.${urgency}` as const),
  ...readLanguages.map((language) => `language.${language}` as const),
] as const;
export type MessageSignal = (typeof messageSignals)[number];

const signalPrefixes: Partial<Record<ReadQuote["field"], string>> = {
  intent: "intent",
  also: "intent",
  asks: "ask",
  objection: "objection",
  language: "language",
};

const signalOfQuote = ({ field, value }: ReadQuote): string | undefined => {
  if (field === "sentiment") return `sentiment.${nameOf(sentiments, value)}`;
  if (field === "urgency") return `urgency.${nameOf(urgencies, value)}`;
  const prefix = signalPrefixes[field];
  return prefix && `${prefix}.${value}`;
};

const nameOf = (names: Readonly<Record<string, number>>, value: string | number): string =>
  Object.keys(names).find((name) => names[name] === value) ?? String(value);

/** A long quote is cut, because it is stored with each rule that it sets off. */
const maxQuoteLength = 200;

export const signalsOf = (reading: Omit<MessageReading, "reader">): MessageSignals => {
  const { intent, also, asks, objection, sentiment, urgency, language, quotes } = reading;
  const bySignal = quotes.flatMap((quote) => {
    const signal = signalOfQuote(quote);
    return signal === undefined ? [] : [[signal, cutText(quote.quote, maxQuoteLength)]];
  });
  return {
    intent,
    also,
    asks,
    objection,
    sentiment,
    urgency,
    language,
    quotes: Object.fromEntries(bySignal) as MessageSignals["quotes"],
  };
};

export const hasSignal = (signals: MessageSignals, signal: MessageSignal): boolean => {
  const [kind = "", value = ""] = signal.split(".");
  switch (kind) {
    case "intent":
      return signals.intent === value || signals.also.some((intent) => intent === value);
    case "ask":
      return signals.asks.some((topic) => topic === value);
    case "objection":
      return signals.objection === value;
    case "sentiment":
      return signals.sentiment === sentiments[value as keyof typeof sentiments];
    case "urgency":
      return signals.urgency === urgencies[value as keyof typeof urgencies];
    default:
      return signals.language === value;
  }
};

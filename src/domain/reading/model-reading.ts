import * as z from "zod";
import { prepareText } from "./features.ts";
import {
  readIntents,
  readLanguages,
  readObjections,
  readSentiments,
  readTopics,
  readUrgencies,
} from "./labels.ts";
import type { MessageReading } from "./read-message.ts";
import type { MessageSignal, MessageSignals } from "./signals-of-reading.ts";

/** What a model is asked for. It has no say in opt-outs, which code decides. */
export const modelReading = z.object({
  language: z.enum(readLanguages),
  intent: z.enum(readIntents),
  intentQuote: z.string().max(400),
  also: z.array(z.enum(readIntents)).max(4),
  sentiment: z.literal(readSentiments),
  urgency: z.literal(readUrgencies),
  asks: z.array(z.object({ topic: z.enum(readTopics), quote: z.string().max(400) })).max(6),
  objection: z.enum(readObjections).nullable(),
  objectionQuote: z.string().max(400).nullable(),
  confidence: z.number().min(0).max(1),
});
export type ModelReading = z.infer<typeof modelReading>;

const normalise = (text: string): string => text.normalize("NFC").replaceAll(/\s+/g, " ").trim();

/** Keeps only statements whose quote stands in the message; undefined when the intent itself has no such words. */
export const verifyReading = (reading: ModelReading, text: string): ModelReading | undefined => {
  const message = normalise(text);
  const isQuoted = (quote: string): boolean => quote.trim() !== "" && message.includes(normalise(quote));
  if (!isQuoted(reading.intentQuote)) return undefined;
  const hasObjection = reading.objectionQuote !== null && isQuoted(reading.objectionQuote);
  return {
    ...reading,
    also: reading.also.filter((intent) => intent !== reading.intent),
    asks: reading.asks.filter(({ quote }) => isQuoted(quote)),
    objection: hasObjection ? reading.objection : null,
    objectionQuote: hasObjection ? reading.objectionQuote : null,
  };
};

/**
 * Whether the model's intent counts instead of the local one. An opt-out that code recognised always stands, and a text
 * that addresses the program may have dictated the model's answer.
 */
export const replacesLocal = (refined: ModelReading, local: MessageReading, ownText: string): boolean =>
  local.optOut === "no" &&
  !prepareText({ text: ownText }).hasInstructions &&
  refined.intent !== "opt_out" &&
  refined.intent !== local.intent &&
  refined.confidence > local.confidence;

export const signalsOfModel = (reading: ModelReading): MessageSignals => {
  const { intent, intentQuote, also, asks, objection, objectionQuote, sentiment, urgency, language } =
    reading;
  const quotes: Partial<Record<MessageSignal, string>> = { [`intent.${intent}`]: intentQuote };
  for (const { topic, quote } of asks) quotes[`ask.${topic}`] = quote;
  if (objection && objectionQuote) quotes[`objection.${objection}`] = objectionQuote;
  return {
    intent,
    also,
    asks: asks.map(({ topic }) => topic),
    objection,
    sentiment,
    urgency,
    language,
    quotes,
  };
};

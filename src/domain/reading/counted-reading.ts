import type { ModelReading } from "./model-reading.ts";
import type { MessageReading, ReadQuote } from "./read-message.ts";

export const readingSourceKinds = ["local", "model", "operator"] as const;

/** Whose reading of a message counts. `name`: vendor and model, null for the others. */
export type ReadingSource = { kind: (typeof readingSourceKinds)[number]; name: string | null };

export const localSource: ReadingSource = { kind: "local", name: null };

/** The reading of a message that counts, wherever it is shown. */
export type CountedReading = Omit<MessageReading, "reader"> & {
  reader: "local" | "model";
  model: string | null;
};

/** The words of a quote in the text; a quote that differs in white space is not marked. */
const locate = (
  text: string,
  field: ReadQuote["field"],
  value: string,
  quote: string,
  confidence: number,
): ReadQuote[] => {
  const start = text.indexOf(quote);
  return quote === "" || start < 0
    ? []
    : [{ field, value, quote, start, end: start + quote.length, confidence }];
};

/** A model's reading that counts. Opt-outs and times stay those of code. */
export const toCountedReading = (
  local: MessageReading,
  refined: ModelReading,
  text: string,
  model: string,
): CountedReading => {
  const {
    language,
    intent,
    intentQuote,
    also,
    sentiment,
    urgency,
    asks,
    objection,
    objectionQuote,
    confidence,
  } = refined;
  const isKept = ({ field, value }: ReadQuote): boolean =>
    field === "callback" ||
    field === "optOut" ||
    (field === "language" && value === language) ||
    (field === "sentiment" && value === sentiment) ||
    (field === "urgency" && value === urgency);
  return {
    ...local,
    language,
    intent,
    also,
    sentiment,
    urgency,
    asks: [...new Set(asks.map(({ topic }) => topic))],
    objection,
    confidence,
    quotes: [
      ...locate(text, "intent", intent, intentQuote, confidence),
      ...asks.flatMap(({ topic, quote }) => locate(text, "asks", topic, quote, confidence)),
      ...(objection ? locate(text, "objection", objection, objectionQuote ?? "", confidence) : []),
      ...local.quotes.filter(isKept),
    ],
    reader: "model",
    model,
  };
};

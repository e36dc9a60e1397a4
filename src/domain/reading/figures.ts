import type { LabelledLine } from "./labelled-lines.ts";
import { type ReadIntent, readIntents } from "./labels.ts";
import type { MessageReading } from "./read-message.ts";

export type LabelFigures = { label: string; count: number; precision: number; recall: number; f1: number };

export type ReaderFigures = {
  messages: number;
  intent: number;
  macroF1: number;
  intents: LabelFigures[];
  /** How often a message of the first intent was read as the second. */
  confusions: { meant: ReadIntent; read: ReadIntent; count: number }[];
  alsoF1: number;
  language: number;
  sentiment: number;
  urgency: number;
  asksF1: number;
  objection: number;
  objectionF1: number;
  /** Share of the messages whose callback, or its absence, is exact. */
  callback: number;
  /** Of the messages that name a callback. */
  callbackFound: number;
  optOut: LabelFigures;
  /** Without the messages that people found unclear. */
  clearOptOut: LabelFigures;
  /** As opt-outs or for an operator to look at. */
  optOutNoticed: number;
  quotesAreSpans: boolean;
};

const ratio = (part: number, whole: number): number => (whole === 0 ? 0 : part / whole);

const toFigures = (label: string, hits: number, meant: number, read: number): LabelFigures => ({
  label,
  count: meant,
  precision: ratio(hits, read),
  recall: ratio(hits, meant),
  f1: ratio(2 * hits, meant + read),
});

/** F1 over all labels of all messages together. */
const microF1 = (pairs: readonly { meant: readonly string[]; read: readonly string[] }[]): number => {
  let hits = 0;
  let total = 0;
  for (const { meant, read } of pairs) {
    hits += read.filter((label) => meant.includes(label)).length;
    total += meant.length + read.length;
  }
  return ratio(2 * hits, total);
};

/** Compares readings with the labels that people gave. */
export const measureReadings = (
  pairs: readonly { label: LabelledLine; reading: MessageReading }[],
): ReaderFigures => {
  const share = (is: (pair: (typeof pairs)[number]) => boolean): number =>
    ratio(pairs.filter(is).length, pairs.length);
  const count = (is: (pair: (typeof pairs)[number]) => boolean): number => pairs.filter(is).length;
  const intents = readIntents
    .map((intent) =>
      toFigures(
        intent,
        count(({ label, reading }) => label.intent === intent && reading.intent === intent),
        count(({ label }) => label.intent === intent),
        count(({ reading }) => reading.intent === intent),
      ),
    )
    .filter((figures) => figures.count > 0);
  const confused = Map.groupBy(
    pairs.filter(({ label, reading }) => label.intent !== reading.intent),
    ({ label, reading }) => `${label.intent} ${reading.intent}`,
  );
  const withCallback = pairs.filter(({ label }) => label.callback);
  return {
    messages: pairs.length,
    intent: share(({ label, reading }) => label.intent === reading.intent),
    macroF1: ratio(
      intents.reduce((sum, { f1 }) => sum + f1, 0),
      intents.length,
    ),
    intents,
    confusions: [...confused]
      .map(([key, list]) => {
        const [meant, read] = key.split(" ") as [ReadIntent, ReadIntent];
        return { meant, read, count: list.length };
      })
      .toSorted((one, other) => other.count - one.count),
    alsoF1: microF1(pairs.map(({ label, reading }) => ({ meant: label.also, read: reading.also }))),
    language: share(({ label, reading }) => label.language === reading.language),
    sentiment: share(({ label, reading }) => label.sentiment === reading.sentiment),
    urgency: share(({ label, reading }) => label.urgency === reading.urgency),
    asksF1: microF1(pairs.map(({ label, reading }) => ({ meant: label.asks, read: reading.asks }))),
    objection: share(({ label, reading }) => label.objection === reading.objection),
    objectionF1: microF1(
      pairs.map(({ label, reading }) => ({
        meant: label.objection ? [label.objection] : [],
        read: reading.objection ? [reading.objection] : [],
      })),
    ),
    callback: share(({ label, reading }) => (label.callback ?? null) === reading.callback),
    callbackFound: ratio(
      withCallback.filter(({ label, reading }) => label.callback === reading.callback).length,
      withCallback.length,
    ),
    optOut: toFigures(
      "opt-out",
      count(({ label, reading }) => label.optOut === "yes" && reading.optOut === "yes"),
      count(({ label }) => label.optOut === "yes"),
      count(({ reading }) => reading.optOut === "yes"),
    ),
    clearOptOut: toFigures(
      "clear opt-out",
      count(({ label, reading }) => label.optOut === "yes" && reading.optOut === "yes"),
      count(({ label }) => label.optOut === "yes"),
      count(({ label, reading }) => label.optOut !== "unclear" && reading.optOut === "yes"),
    ),
    optOutNoticed: ratio(
      count(({ label, reading }) => label.optOut === "yes" && reading.optOut !== "no"),
      count(({ label }) => label.optOut === "yes"),
    ),
    quotesAreSpans: pairs.every(({ label, reading }) =>
      reading.quotes.every(({ quote, start, end }) => quote !== "" && label.text.slice(start, end) === quote),
    ),
  };
};

const percent = (value: number): string => `${(value * 100).toFixed(1)} %`;

/** The figures as lines of text. */
export const describeFigures = (figures: ReaderFigures): string[] => [
  `messages            ${figures.messages}`,
  `intent accuracy     ${percent(figures.intent)}`,
  `intent macro-F1     ${figures.macroF1.toFixed(3)}`,
  `also micro-F1       ${figures.alsoF1.toFixed(3)}`,
  `language            ${percent(figures.language)}`,
  `sentiment           ${percent(figures.sentiment)}`,
  `urgency             ${percent(figures.urgency)}`,
  `asks micro-F1       ${figures.asksF1.toFixed(3)}`,
  `objection           ${percent(figures.objection)}, micro-F1 ${figures.objectionF1.toFixed(3)}`,
  `callback exact      ${percent(figures.callback)}, of those that name one ${percent(figures.callbackFound)}`,
  `opt-out             precision ${percent(figures.optOut.precision)}, recall ${percent(figures.optOut.recall)}, noticed ${percent(figures.optOutNoticed)}, of ${figures.optOut.count}`,
  `clear opt-outs      precision ${percent(figures.clearOptOut.precision)}`,
  `quotes are spans    ${figures.quotesAreSpans ? "yes" : "no"}`,
  "",
  "intent             count  precision  recall     F1   most often read as",
  ...figures.intents.map(({ label, count, precision, recall, f1 }) => {
    const wrong = figures.confusions
      .filter(({ meant }) => meant === label)
      .slice(0, 3)
      .map(({ read, count: times }) => `${read} ${times}`);
    return `${label.padEnd(18)} ${String(count).padStart(5)}  ${percent(precision).padStart(9)} ${percent(recall).padStart(8)}  ${f1.toFixed(2)}   ${wrong.join(", ")}`;
  }),
];

import { toDayNumber, weekdayOf } from "#domain/calendar.ts";
import { toLocalTime } from "#domain/day.ts";
import { findCallback } from "./callback.ts";
import { extractFeatures, type Features, prepareText } from "./features.ts";
import { decideIntent } from "./intent-rules.ts";
import {
  type InboundText,
  type ReadIntent,
  type ReadLanguage,
  type ReadObjection,
  type ReadOptOut,
  type ReadSentiment,
  type ReadTopic,
  type ReadUrgency,
  readIntents,
  readObjections,
  readOptOuts,
  readSentiments,
  readTopics,
  readUrgencies,
} from "./labels.ts";
import { createLanguageReader } from "./language.ts";
import {
  groupOf,
  type OutputGroup,
  probabilities,
  type ReaderModel,
  scoreOutputs,
  tokenContributions,
} from "./model.ts";
import type { LocalTime } from "./moments.ts";
import type { Found } from "./phrases.ts";
import type { Token } from "./tokens.ts";

/** A statement about the message, with the words of the message that it rests on. */
export type ReadQuote = {
  field:
    | "language"
    | "intent"
    | "also"
    | "sentiment"
    | "urgency"
    | "asks"
    | "objection"
    | "callback"
    | "optOut";
  value: string | number;
  quote: string;
  start: number;
  end: number;
  confidence: number;
};

export type MessageReading = {
  language: ReadLanguage;
  intent: ReadIntent;
  also: ReadIntent[];
  sentiment: ReadSentiment;
  urgency: ReadUrgency;
  asks: ReadTopic[];
  objection: ReadObjection | null;
  /** Local date and time. */
  callback: string | null;
  optOut: ReadOptOut;
  /** Of the intent. */
  confidence: number;
  quotes: ReadQuote[];
  reader: "local";
};

export type ReadingClock = {
  /** When the message arrived. */
  now: number;
  timezone: string;
  /** In dates of digits the month stands first in the United States. */
  locale: string;
};

const dayMinutes = 1440;
const minAsk = 0.25;
const minObjection = 0.38;
const meetingIntents: readonly ReadIntent[] = ["schedule", "reschedule", "callback_later"];
/** Never urgent, whatever words they use. */
const calmIntents: readonly ReadIntent[] = ["opt_out", "acknowledgement", "automatic_reply"];

const round = (value: number): number => Math.round(value * 100) / 100;

const argmax = (values: readonly number[]): number => values.indexOf(Math.max(...values));

const toLocal = ({ now, timezone }: ReadingClock): LocalTime => {
  const minutes = Math.floor(toLocalTime(now, timezone) / 60_000);
  return { days: Math.floor(minutes / dayMinutes), minutes: minutes % dayMinutes };
};

/** Token ranges between marks. */
const toClauses = (tokens: readonly Token[]): Found[] => {
  const clauses: Found[] = [];
  let start = 0;
  for (let at = 0; at <= tokens.length; at++) {
    if (at < tokens.length && !tokens[at]?.isMark) continue;
    if (at > start) clauses.push({ start, end: at });
    start = at + 1;
  }
  return clauses;
};

/** Reads messages with learned weights. */
export const createMessageReader = (model: ReaderModel) => {
  const readLanguage = createLanguageReader(model);
  /** The clause that speaks most for an output. */
  const findEvidence = (clauses: readonly Found[], features: Features, output: number): Found | undefined => {
    if (clauses.length < 2) return clauses[0];
    const sums = tokenContributions(model, features, output, clauses.at(-1)?.end ?? 0);
    let best: Found | undefined;
    let bestSum = Number.NEGATIVE_INFINITY;
    for (const clause of clauses) {
      let sum = 0;
      for (let at = clause.start; at < clause.end; at++) sum += sums[at] as number;
      if (sum > bestSum) [best, bestSum] = [clause, sum];
    }
    return best;
  };

  return (message: InboundText, clock: ReadingClock): MessageReading => {
    const prepared = prepareText(message);
    const { own, tokens, context } = prepared;
    const features = extractFeatures(prepared, message.channel ?? "sms");
    const scores = scoreOutputs(model, features);
    const clauses = toClauses(tokens);
    const evidence = (group: OutputGroup, index: number): Found | undefined =>
      findEvidence(clauses, features, groupOf(group).first + index);
    const quotes: ReadQuote[] = [];
    const addQuote = (
      field: ReadQuote["field"],
      value: string | number,
      confidence: number,
      range: Found | undefined,
    ): void => {
      const first = range && tokens[range.start];
      const last = range && tokens[range.end - 1];
      const span = own.locate(first?.start ?? 0, last?.end ?? own.text.length);
      const quote = message.text.slice(span.start, span.end);
      if (quote.trim() !== "") quotes.push({ field, value, quote, ...span, confidence: round(confidence) });
    };

    const { language, confidence: languageConfidence } = readLanguage(own.text, message.previous);
    const { intent, confidence, also, optOut } = decideIntent(prepared, {
      main: probabilities(scores, "intent"),
      present: probabilities(scores, "present"),
      optOut: probabilities(scores, "optOut"),
    });
    addQuote("language", language, languageConfidence, undefined);
    addQuote("intent", intent, confidence, evidence("intent", readIntents.indexOf(intent)));
    for (const other of also)
      addQuote("also", other.intent, other.confidence, evidence("intent", readIntents.indexOf(other.intent)));
    if (optOut.value !== "no")
      addQuote(
        "optOut",
        optOut.value,
        optOut.confidence,
        evidence("optOut", readOptOuts.indexOf(optOut.value)),
      );

    const isQuiet = intent === "automatic_reply" || intent === "opt_out";
    const wantsMeeting =
      meetingIntents.includes(intent) ||
      also.some((other) => meetingIntents.includes(other.intent)) ||
      intent === "ready_to_buy";
    const hasTime = prepared.moments.length > 0 || context.signals.has("proposesTime");
    const now = wantsMeeting && hasTime ? toLocal(clock) : undefined;
    const found = now
      ? findCallback(tokens, context.tokens, {
          now,
          order: clock.locale.endsWith("-US") || clock.locale.endsWith("-PR") ? "month-day" : "day-month",
          acceptsProposal: intent === "schedule",
        })
      : null;
    const callback =
      found && (intent !== "ready_to_buy" || prepared.signals.has("meetingWords")) ? found : null;
    if (callback)
      addQuote("callback", callback.at, 0.8, callback.end > callback.start ? callback : undefined);

    const sentiments = probabilities(scores, "sentiment");
    const sentiment =
      intent === "automatic_reply" ? 0 : (readSentiments[argmax(sentiments)] as ReadSentiment);
    if (sentiment !== 0)
      addQuote("sentiment", sentiment, sentiments[sentiment + 1] ?? 0, evidence("sentiment", sentiment + 1));
    const urgencies = probabilities(scores, "urgency");
    const urgency = calmIntents.includes(intent)
      ? 0
      : decideUrgency(argmax(urgencies), callback?.at, now?.days ?? 0, intent);
    if (urgency !== 0)
      addQuote("urgency", urgency, Math.max(urgencies[urgency] ?? 0, 0.6), evidence("urgency", urgency));

    const topics = probabilities(scores, "asks");
    const asks = isQuiet ? [] : readTopics.filter((_, at) => (topics[at] ?? 0) >= minAsk);
    for (const topic of asks) {
      const at = readTopics.indexOf(topic);
      addQuote("asks", topic, topics[at] ?? 0, evidence("asks", at));
    }
    const objections = probabilities(scores, "objection");
    const hasObjection = !isQuiet && 1 - (objections[0] ?? 1) >= minObjection;
    const objectionAt = hasObjection ? 1 + argmax(objections.slice(1)) : 0;
    const objection = objectionAt === 0 ? null : (readObjections[objectionAt - 1] as ReadObjection);
    if (objection)
      addQuote("objection", objection, objections[objectionAt] ?? 0, evidence("objection", objectionAt));

    return {
      language,
      intent,
      also: also.map((other) => other.intent),
      sentiment,
      urgency,
      asks,
      objection,
      callback: callback?.at ?? null,
      optOut: optOut.value,
      confidence: round(confidence),
      quotes,
      reader: "local",
    };
  };
};

/** A meeting or call of this week is wanted soon, even where no word says so. */
const decideUrgency = (
  learned: number,
  callback: string | undefined,
  today: number,
  intent: ReadIntent,
): ReadUrgency => {
  if (!callback || !meetingIntents.includes(intent)) return readUrgencies[learned] as ReadUrgency;
  const [year = 0, month = 0, day = 0] = callback.slice(0, 10).split("-").map(Number);
  const days = toDayNumber({ year, month, day });
  const sunday = today + ((7 - weekdayOf(today)) % 7);
  if (days <= sunday) return readUrgencies[Math.max(1, learned)] as ReadUrgency;
  return learned === 1 ? 0 : (readUrgencies[learned] as ReadUrgency);
};

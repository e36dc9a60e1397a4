import type * as z from "zod";
import type { readingApi } from "#contract/reading.ts";
import { intentTone, type ReadingTone } from "#web/lib/reading-tone.ts";
import type { TextMark } from "./mark-text.ts";

export type TextReading = z.infer<typeof readingApi.read.output>;
type Quote = TextReading["quotes"][number];

type StatementValue =
  | { field: "intent" | "also"; value: TextReading["intent"] }
  | { field: "language"; value: TextReading["language"] }
  | { field: "sentiment"; value: TextReading["sentiment"] }
  | { field: "urgency"; value: TextReading["urgency"] }
  | { field: "asks"; value: TextReading["asks"][number] }
  | { field: "objection"; value: NonNullable<TextReading["objection"]> }
  | { field: "callback"; value: string }
  | { field: "optOut"; value: TextReading["optOut"] };

/** One thing that a message says. */
export type ReadingStatement = StatementValue & {
  tone: ReadingTone;
  quote: Quote | undefined;
  /** Of its mark in the text; undefined when nothing is marked. */
  number: number | undefined;
};

const valuesOf = (reading: TextReading): StatementValue[] => [
  { field: "intent", value: reading.intent },
  ...reading.also.map((value) => ({ field: "also" as const, value })),
  ...reading.asks.map((value) => ({ field: "asks" as const, value })),
  ...(reading.objection ? [{ field: "objection" as const, value: reading.objection }] : []),
  ...(reading.callback ? [{ field: "callback" as const, value: reading.callback }] : []),
  { field: "sentiment", value: reading.sentiment },
  { field: "urgency", value: reading.urgency },
  { field: "optOut", value: reading.optOut },
  { field: "language", value: reading.language },
];

const toneOf = (statement: StatementValue): ReadingTone => {
  switch (statement.field) {
    case "intent":
    case "also":
      return intentTone(statement.value);
    case "sentiment":
      return statement.value < 0 ? "bad" : statement.value > 0 ? "ok" : "sea";
    case "urgency":
      return statement.value > 0 ? "ok" : "sea";
    case "objection":
      return "bad";
    case "optOut":
      return statement.value === "no" ? "sea" : "bad";
    default:
      return "sea";
  }
};

/** What the message says, the intent first; statements that rest on words of it are numbered. */
export const listStatements = (reading: TextReading): ReadingStatement[] => {
  let count = 0;
  return valuesOf(reading).map((statement) => {
    const quote = reading.quotes.find(
      ({ field, value }) => field === statement.field && value === statement.value,
    );
    // The language rests on the whole text, so marking it would say nothing.
    const number = quote && statement.field !== "language" ? ++count : undefined;
    return { ...statement, tone: toneOf(statement), quote, number };
  });
};

export const listMarks = (statements: readonly ReadingStatement[]): TextMark[] =>
  statements.flatMap(({ quote, number, tone }) =>
    quote && number !== undefined ? [{ start: quote.start, end: quote.end, number, tone }] : [],
  );

const optionalFields = ["also", "asks", "objection", "callback"] as const;

/** The fields of which the message says nothing. */
export const listMissing = (statements: readonly ReadingStatement[]): (typeof optionalFields)[number][] =>
  optionalFields.filter((field) => !statements.some((statement) => statement.field === field));

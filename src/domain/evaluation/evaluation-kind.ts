import { type InboundText, type ReadChannel, readChannels } from "#domain/reading/labels.ts";
import type { MessageReading } from "#domain/reading/read-message.ts";
import type { RiskScores } from "#domain/reading/risk-scores.ts";

/** What the code under evaluation needs of the machine it runs on. */
export type EvaluationContext = {
  readMessage: (message: InboundText) => MessageReading;
  readRisk: (message: InboundText) => RiskScores;
  /** The moment to which labels such as "tomorrow" refer, in milliseconds since 1970. */
  now: number;
  timezone: string;
  locale: string;
};

/** One line of a labelled file. */
export type LabelledRow = Readonly<Record<string, unknown>>;

export type Outcome<Prediction> = { row: LabelledRow; prediction: Prediction };

/** A kind of labelled files, such as `optout.jsonl` and `optout-2.jsonl`. */
export type EvaluationKind<Prediction = Readonly<Record<string, unknown>>> = {
  /** How the names of its files begin. */
  name: string;
  /** Runs the product's own code on the row; the labels of the row are not looked at. */
  predict: (row: LabelledRow, context: EvaluationContext) => Prediction;
  /** The figures as lines of text. A method, so that kinds with other predictions stand in one list. */
  describe(outcomes: readonly Outcome<Prediction>[]): string[];
};

export const textOf = (row: LabelledRow, name: string): string => {
  const value = row[name];
  if (typeof value !== "string") throw new Error(`${name} is no text`);
  return value;
};

export const optionalTextOf = (row: LabelledRow, name: string): string | null =>
  row[name] === undefined || row[name] === null ? null : textOf(row, name);

const channelOf = ({ channel }: LabelledRow): ReadChannel | null =>
  channel === "voice" ? "call" : (readChannels.find((known) => known === channel) ?? null);

/** A row as the message that it describes. */
export const toInboundText = (row: LabelledRow): InboundText & { previous: string | null } => ({
  text: textOf(row, "text"),
  previous: optionalTextOf(row, "previous"),
  channel: channelOf(row),
});

export const ratio = (part: number, whole: number): number => (whole === 0 ? 0 : part / whole);

/** A share with the numbers it comes from. */
export const share = (part: number, whole: number): string =>
  whole === 0 ? "–" : `${ratio(part, whole).toFixed(3)} (${part} of ${whole})`;

/** A figure with its name, and the goal where there is one. */
export const figureLine = (name: string, value: string, goal = ""): string =>
  `  ${name.padEnd(44)} ${value}${goal === "" ? "" : `   goal ${goal}`}`;

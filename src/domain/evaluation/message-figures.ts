import type { OptOutAnswer } from "#domain/compliance/opt-out/decide-opt-out.ts";
import { isSureReading } from "#domain/reading/sure-reading.ts";
import {
  type EvaluationContext,
  type EvaluationKind,
  figureLine,
  type LabelledRow,
  type Outcome,
  optionalTextOf,
  share,
  toInboundText,
} from "./evaluation-kind.ts";
import { predictOptOut } from "./opt-out-figures.ts";

type MessagePrediction = {
  intent: string;
  unsure: boolean;
  language: string;
  optOut: OptOutAnswer;
  confidence: number;
};

const binCount = 10;

/** Expected calibration error: how far confidence and the share that is right differ, over bins of confidence. */
export const calibrationError = (readings: readonly { confidence: number; isRight: boolean }[]): number => {
  const bins = Map.groupBy(readings, ({ confidence }) =>
    Math.min(binCount - 1, Math.floor(confidence * binCount)),
  );
  let sum = 0;
  for (const bin of bins.values()) {
    const confidence = bin.reduce((total, one) => total + one.confidence, 0) / bin.length;
    const right = bin.filter(({ isRight }) => isRight).length / bin.length;
    sum += (bin.length / readings.length) * Math.abs(confidence - right);
  }
  return sum;
};

const predict = (row: LabelledRow, context: EvaluationContext): MessagePrediction => {
  const reading = context.readMessage(toInboundText(row));
  return {
    intent: reading.intent,
    unsure: !isSureReading(reading),
    language: reading.language,
    optOut: predictOptOut(row, context),
    confidence: reading.confidence,
  };
};

const isRight = ({ row, prediction }: Outcome<MessagePrediction>): boolean =>
  row.intent === prediction.intent;

const intentShare = (outcomes: readonly Outcome<MessagePrediction>[]): string =>
  share(outcomes.filter(isRight).length, outcomes.length);

export const messagesKind: EvaluationKind<MessagePrediction> = {
  name: "messages",
  predict,
  describe: (outcomes) => {
    const sure = outcomes.filter(({ prediction }) => !prediction.unsure);
    const inLanguage = outcomes.filter(({ row, prediction }) => row.language === prediction.language);
    const error = calibrationError(
      outcomes.map((outcome) => ({
        confidence: outcome.prediction.confidence,
        isRight: isRight(outcome),
      })),
    );
    return [
      figureLine("intent", intentShare(outcomes), "≥ .93 on ordinary messages"),
      figureLine("intent where hard", intentShare(outcomes.filter(({ row }) => row.hard === true)), "≥ .75"),
      figureLine(
        "intent after a message of ours",
        intentShare(outcomes.filter(({ row }) => optionalTextOf(row, "previous") !== null)),
      ),
      figureLine("intent where sure", intentShare(sure), "≥ .95"),
      figureLine("sure", share(sure.length, outcomes.length), "≥ .70"),
      figureLine("calibration error", error.toFixed(3), "≤ .05"),
      figureLine("language", share(inLanguage.length, outcomes.length)),
    ];
  },
};

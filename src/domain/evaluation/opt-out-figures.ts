import { decideOptOut, type OptOutAnswer } from "#domain/compliance/opt-out/decide-opt-out.ts";
import {
  type EvaluationContext,
  type EvaluationKind,
  figureLine,
  type LabelledRow,
  type Outcome,
  share,
  toInboundText,
} from "./evaluation-kind.ts";

export const predictOptOut = (row: LabelledRow, { readRisk }: EvaluationContext): OptOutAnswer => {
  const message = toInboundText(row);
  return decideOptOut(message, readRisk(message).stop).answer;
};

type OptOutPrediction = { optOut: OptOutAnswer };
type OptOutOutcome = Outcome<OptOutPrediction>;

const isWish = ({ row }: OptOutOutcome): boolean => row.optOut === true;
const isAnswered =
  (...answers: OptOutAnswer[]) =>
  ({ prediction }: OptOutOutcome): boolean =>
    answers.includes(prediction.optOut);

export const optOutKind: EvaluationKind<OptOutPrediction> = {
  name: "optout",
  predict: (row, context) => ({ optOut: predictOptOut(row, context) }),
  describe: (outcomes) => {
    const wishes = outcomes.filter(isWish);
    // An unclear wish may be acted on or reviewed: it counts for neither figure.
    const acted = outcomes.filter(({ row }) => row.optOut !== "unclear").filter(isAnswered("sure"));
    const others = outcomes.filter(({ row }) => row.optOut === false);
    return [
      figureLine("precision where acted on", share(acted.filter(isWish).length, acted.length), "≥ .99"),
      figureLine(
        "recall, acted on or reviewed",
        share(wishes.filter(isAnswered("sure", "possible")).length, wishes.length),
        "≥ .98",
      ),
      figureLine("recall, acted on", share(wishes.filter(isAnswered("sure")).length, wishes.length)),
      figureLine(
        "others for review",
        share(others.filter(isAnswered("possible")).length, others.length),
        "≤ 10 of 4,800 harmless messages",
      ),
    ];
  },
};

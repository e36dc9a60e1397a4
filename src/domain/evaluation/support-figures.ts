import { checkAnswer } from "#domain/grounding/check-answer.ts";
import { type EvaluationKind, figureLine, type LabelledRow, share, textOf } from "./evaluation-kind.ts";

type SupportPrediction = { supported: boolean };

const passagesOf = ({ knowledge }: LabelledRow): string[] => {
  const isList = Array.isArray(knowledge) && knowledge.every((passage) => typeof passage === "string");
  if (!isList) throw new Error("knowledge is no list of texts");
  return knowledge;
};

export const supportKind: EvaluationKind<SupportPrediction> = {
  name: "support",
  predict: (row) => {
    const knowledge = passagesOf(row).map((text) => ({ text }));
    const { supported } = checkAnswer(textOf(row, "answer"), {
      question: textOf(row, "question"),
      knowledge,
    });
    return { supported };
  },
  describe: (outcomes) => {
    const falseOnes = outcomes.filter(({ row }) => row.supported === false);
    const trueOnes = outcomes.filter(({ row }) => row.supported === true);
    const passed = falseOnes.filter(({ prediction }) => prediction.supported);
    const refused = trueOnes.filter(({ prediction }) => !prediction.supported);
    return [
      figureLine("false statements let through", share(passed.length, falseOnes.length), "≤ .03"),
      figureLine("true statements refused", share(refused.length, trueOnes.length), "≤ .10"),
    ];
  },
};

import { assessSafety } from "#domain/safety/assess-safety.ts";
import type { SafetyLabel } from "#domain/safety/safety-kind.ts";
import { safetyLabels } from "#domain/safety/safety-kind.ts";
import { type EvaluationKind, figureLine, type Outcome, share, toInboundText } from "./evaluation-kind.ts";

type SafetyPrediction = { label: SafetyLabel };
type SafetyOutcome = Outcome<SafetyPrediction>;

const urgent: readonly unknown[] = ["emergency", "selfharm"] satisfies SafetyLabel[];
const isUrgent = ({ prediction }: SafetyOutcome): boolean => urgent.includes(prediction.label);

export const safetyKindOfFiles: EvaluationKind<SafetyPrediction> = {
  name: "safety",
  predict: (row, { readRisk }) => {
    const message = toInboundText(row);
    return {
      label: assessSafety(message.text, (text) => readRisk({ ...message, text }).safety)?.kind ?? "none",
    };
  },
  describe: (outcomes) => {
    const labelled = (label: SafetyLabel) => outcomes.filter(({ row }) => row.label === label);
    const dangers = outcomes.filter(({ row }) => urgent.includes(row.label));
    const lookAlikes = labelled("none");
    const others = outcomes.filter(({ row }) => row.label !== "minor");
    const right = outcomes.filter(({ row, prediction }) => row.label === prediction.label);
    return [
      figureLine(
        "emergency and self-harm found",
        share(dangers.filter(isUrgent).length, dangers.length),
        "≥ .97",
      ),
      figureLine(
        "look-alikes alarmed",
        share(lookAlikes.filter(isUrgent).length, lookAlikes.length),
        "≤ .02",
      ),
      figureLine(
        "others taken for a child",
        share(others.filter(({ prediction }) => prediction.label === "minor").length, others.length),
        "≤ .02",
      ),
      figureLine("label", share(right.length, outcomes.length)),
      ...safetyLabels.map((label) => {
        const own = labelled(label);
        const found = own.filter(({ prediction }) => prediction.label === label);
        return figureLine(`  ${label}`, share(found.length, own.length));
      }),
    ];
  },
};

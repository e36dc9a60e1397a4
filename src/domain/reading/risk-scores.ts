import { type SafetyLabel, safetyLabels } from "#domain/safety/safety-kind.ts";
import { extractFeatures, prepareText } from "./features.ts";
import type { InboundText } from "./labels.ts";
import { probabilities, type ReaderModel, scoreOutputs } from "./model.ts";

/** Learned probabilities of what must not be missed in a message: a wish to stop, and danger to people. */
export type RiskScores = {
  /** A wish that messages stop, and one that is unclear. */
  stop: { yes: number; unclear: number };
  safety: Readonly<Record<SafetyLabel, number>>;
};

export const createRiskReader =
  (model: ReaderModel) =>
  (message: InboundText): RiskScores => {
    const scores = scoreOutputs(model, extractFeatures(prepareText(message), message.channel ?? "sms"));
    const [, yes = 0, unclear = 0] = probabilities(scores, "optOut");
    const safety = probabilities(scores, "safety");
    return {
      stop: { yes, unclear },
      safety: Object.fromEntries(safetyLabels.map((label, at) => [label, safety[at] ?? 0])) as Record<
        SafetyLabel,
        number
      >,
    };
  };

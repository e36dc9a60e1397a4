import type { TFunction } from "i18next";
import type { LearnedScore, ScoreModelSummary } from "#contract/learning.ts";

/** Why a training gave no model, as the end of a sentence. */
export const refusalText = (t: TFunction, refusal: NonNullable<ScoreModelSummary["refusal"]>): string =>
  t(`brain.refusal.${refusal.code}`, { have: refusal.have ?? 0, need: refusal.need ?? 0 });

/** How many people of the rarer outcome are known; a training needs `history.needed` of them. */
export const rarerOutcome = ({ outcomes, others }: LearnedScore["history"]): number =>
  Math.min(outcomes, others);

/** The name of the model in use. */
export const modelName = (t: TFunction, model: Pick<ScoreModelSummary, "version"> | null): string =>
  model === null ? t("brain.training.starting") : t("brain.training.version", { version: model.version });

const fixed = (digits: number) => (locale: string, value: number) =>
  new Intl.NumberFormat(locale, { minimumFractionDigits: digits, maximumFractionDigits: digits }).format(
    value,
  );

/** Log-loss and Brier score. */
export const formatLoss = fixed(3);
/** Points between a score and what happened. */
export const formatPoints = fixed(1);

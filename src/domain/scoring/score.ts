import type { FeatureValues } from "./features.ts";
import type { ScoreName, ScoringModel } from "./model.ts";

export type ScoreContribution = {
  feature: string;
  /** The figure shown to the user: a count or a number of days. */
  value: number;
  logOdds: number;
  /** How much lower the score would be without this feature; negative where it would be higher. */
  points: number;
};

export type ScoreResult = {
  /** 0 to 100. */
  value: number;
  logOdds: number;
  /** The log-odds without any contribution. */
  base: number;
  /** Strongest first. */
  contributions: ScoreContribution[];
  version: string;
};

export const toProbability = (logOdds: number): number => 1 / (1 + Math.exp(-logOdds));
const toTenth = (value: number): number => Math.round(value * 10) / 10;

/** One score with its contributions. Weights of unknown features are ignored. */
export const computeScore = (values: FeatureValues, model: ScoringModel, name: ScoreName): ScoreResult => {
  const { bias, weights } = model.scores[name];
  const parts = Object.entries(weights).flatMap(([feature, weight]) => {
    const { value = 0, figure = 0 } = values.get(feature) ?? {};
    const logOdds = value * weight;
    return Number.isFinite(logOdds) && logOdds !== 0 ? [{ feature, value: figure, logOdds }] : [];
  });
  return sumContributions(Number.isFinite(bias) ? bias : 0, parts, model.version);
};

/** A score from its parts, with the points of each. */
export const sumContributions = (
  base: number,
  parts: readonly Omit<ScoreContribution, "points">[],
  version: string,
): ScoreResult => {
  const logOdds = parts.reduce((sum, part) => sum + part.logOdds, base);
  const contributions = parts
    .map((part) => ({
      ...part,
      points: toTenth(100 * (toProbability(logOdds) - toProbability(logOdds - part.logOdds))),
    }))
    .sort((a, b) => Math.abs(b.logOdds) - Math.abs(a.logOdds) || a.feature.localeCompare(b.feature));
  return { value: Math.round(100 * toProbability(logOdds)), logOdds, base, contributions, version };
};

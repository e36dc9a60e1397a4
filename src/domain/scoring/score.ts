import type { Scores } from "#domain/rules/snapshot.ts";
import { type FeatureValues, featuresOf, type Subject } from "./features.ts";
import type { Model, ScoreName } from "./model.ts";

export type Contribution = {
  feature: string;
  /** The figure behind it: how often, how many days. */
  value: number;
  logOdds: number;
  /** By how much the score would be lower without it; negative where it would be higher. */
  points: number;
};

export type Scored = {
  /** 0 to 100. */
  value: number;
  logOdds: number;
  /** What moved it, the strongest first. */
  contributions: Contribution[];
  version: string;
};

export const chance = (logOdds: number): number => 1 / (1 + Math.exp(-logOdds));
const toTenth = (value: number): number => Math.round(value * 10) / 10;

/** The score of somebody of whom nothing is known. */
export const baseOf = (model: Model, name: ScoreName): number =>
  Math.round(100 * chance(model.scores[name].bias));

/** One score and everything that made it. Weights of features that do not exist count nothing. */
export const score = (values: FeatureValues, model: Model, name: ScoreName): Scored => {
  const { bias, weights } = model.scores[name];
  const parts = Object.entries(weights).flatMap(([feature, weight]) => {
    const { value = 0, told = 0 } = values.get(feature) ?? {};
    const logOdds = value * weight;
    return Number.isFinite(logOdds) && logOdds !== 0 ? [{ feature, value: told, logOdds }] : [];
  });
  const logOdds = parts.reduce((sum, part) => sum + part.logOdds, Number.isFinite(bias) ? bias : 0);
  const contributions = parts
    .map((part) => ({ ...part, points: toTenth(100 * (chance(logOdds) - chance(logOdds - part.logOdds))) }))
    .sort((a, b) => Math.abs(b.logOdds) - Math.abs(a.logOdds) || a.feature.localeCompare(b.feature));
  return { value: Math.round(100 * chance(logOdds)), logOdds, contributions, version: model.version };
};

/** The three scores of a person. */
export const scorePerson = (subject: Subject, model: Model): Record<ScoreName, Scored> => {
  const values = featuresOf(subject);
  return {
    intent: score(values, model, "intent"),
    propensity: score(values, model, "propensity"),
    churn: score(values, model, "churn"),
  };
};

export const valuesOf = ({ intent, propensity, churn }: Record<ScoreName, Scored>): Scores => ({
  intent: intent.value,
  propensity: propensity.value,
  churn: churn.value,
});

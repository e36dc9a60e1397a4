import type { ValueRange } from "#domain/learning/encoder.ts";
import type { ModelDescription } from "#domain/learning/model.ts";
import { behaviours } from "./behaviours.ts";
import { priorModel, type ScoreName } from "./model.ts";

/** By how much a feature multiplies the odds of an outcome. */
export type FeatureEffect = {
  feature: string;
  /** Of features with categories. */
  category: string | null;
  /** Where the feature is strongest, beside where it is absent or weakest. */
  factor: number;
  /** Its share of all contributions, between 0 and 1. */
  share: number;
};

/** Features that everybody has to some degree; all others are absent from most people. */
const presentInAll: readonly string[] = ["recent", "silent", "new"];

type RangeEffect = { range: ValueRange; logOdds: number };

const effectOf = (feature: string, ranges: readonly RangeEffect[], share: number): FeatureEffect => {
  const categories = ranges.filter(({ range }) => range.kind === "category");
  const strongest = categories.toSorted((a, b) => Math.abs(b.logOdds) - Math.abs(a.logOdds))[0];
  if (strongest?.range.kind === "category")
    return { feature, category: strongest.range.name, factor: Math.exp(strongest.logOdds), share };
  const from = ranges[presentInAll.includes(feature) ? 1 : 0]?.logOdds ?? 0;
  const to = ranges.at(-1)?.logOdds ?? 0;
  return { feature, category: null, factor: Math.exp(to - from), share };
};

/** What a learned model rests on, strongest first. */
export const learnedEffects = ({ strengths, effects }: ModelDescription): FeatureEffect[] => {
  const rangesOf = new Map(effects.map(({ feature, ranges }) => [feature, ranges]));
  return strengths
    .filter(({ share }) => share > 0)
    .map(({ feature, share }) => effectOf(feature, rangesOf.get(feature) ?? [], share));
};

const countFeatures: ReadonlySet<string> = new Set([...behaviours.map(({ id }) => id), "unanswered"]);
/** Counts enter the weights as logarithms; this is one of them. */
const oneCount = Math.log(2);

/** The same of the starting weights: what one activity or a property of the person does. */
export const startingEffects = (score: ScoreName): FeatureEffect[] => {
  const effects = Object.entries(priorModel.scores[score].weights).map(([feature, weight]) => ({
    feature,
    logOdds: weight * (countFeatures.has(feature) ? oneCount : 1),
  }));
  const total = effects.reduce((sum, { logOdds }) => sum + Math.abs(logOdds), 0);
  return effects
    .sort((a, b) => Math.abs(b.logOdds) - Math.abs(a.logOdds))
    .map(({ feature, logOdds }) => ({
      feature,
      category: null,
      factor: Math.exp(logOdds),
      share: Math.abs(logOdds) / total,
    }));
};

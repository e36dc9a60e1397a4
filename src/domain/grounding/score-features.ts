import { type FeatureName, featureNames, type StatementFeatures } from "./statement-features.ts";

export type Weights = { bias: number; weights: Record<FeatureName, number> };

/** The probability that what is said is covered. */
export const scoreFeatures = (features: StatementFeatures, { bias, weights }: Weights): number => {
  const sum = featureNames.reduce((total, name) => total + features[name] * weights[name], bias);
  return 1 / (1 + Math.exp(-sum));
};

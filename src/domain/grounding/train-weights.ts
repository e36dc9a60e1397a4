import { toStatements } from "./check-answer.ts";
import { judgeStatement } from "./check-statement.ts";
import { scoreFeatures, type Weights } from "./score-features.ts";
import { type FeatureName, type Features, featureNames } from "./statement-features.ts";

export type SupportPair = {
  block: string;
  knowledge: readonly string[];
  question: string;
  answer: string;
  supported: boolean;
};

/** One statement of a pair as the rules leave it. */
type Judged = { isRefused: boolean; features: Features[] };

export const judgePair = ({ knowledge, question, answer }: SupportPair): Judged => {
  const context = { question, knowledge: knowledge.map((text) => ({ text })) };
  const judged = toStatements(answer).map((statement) => judgeStatement(statement, context));
  return {
    isRefused: judged.some((one) => one.kind === "decided" && !one.result.supported),
    features: judged.flatMap((one) => (one.kind === "scored" ? [one.features] : [])),
  };
};

type Example = { features: Features; isSupported: boolean; weight: number };

const rounds = 1500;
const rate = 0.3;
const decay = 0.004;

/** Logistic regression by gradient descent with a quadratic penalty. The same examples give the same weights. */
export const learnWeights = (examples: readonly Example[]): Weights => {
  const weights = Object.fromEntries(featureNames.map((name) => [name, 0])) as Record<FeatureName, number>;
  let bias = 0;
  const total = examples.reduce((sum, { weight }) => sum + weight, 0);
  for (let round = 0; round < rounds; round++) {
    const gradient = Object.fromEntries(featureNames.map((name) => [name, 0])) as Record<FeatureName, number>;
    let biasGradient = 0;
    for (const { features, isSupported, weight } of examples) {
      const error = (scoreFeatures(features, { bias, weights }) - (isSupported ? 1 : 0)) * weight;
      biasGradient += error;
      for (const name of featureNames) gradient[name] += error * features[name];
    }
    bias -= (rate * biasGradient) / total;
    for (const name of featureNames) weights[name] -= rate * (gradient[name] / total + decay * weights[name]);
  }
  return { bias, weights };
};

/** Statements of true answers, and of false ones with a single statement, where it is the false one. */
export const toExamples = (pairs: readonly { pair: SupportPair; judged: Judged }[]): Example[] =>
  pairs.flatMap(({ pair, judged }) => {
    if (judged.isRefused) return [];
    if (!pair.supported && judged.features.length !== 1) return [];
    return judged.features.map((features) => ({ features, isSupported: pair.supported, weight: 1 }));
  });

/** The lowest probability of an answer's statements; 0 where a rule refuses it. */
export const scorePair = ({ isRefused, features }: Judged, weights: Weights): number =>
  isRefused ? 0 : features.reduce((lowest, one) => Math.min(lowest, scoreFeatures(one, weights)), 1);

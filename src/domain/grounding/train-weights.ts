import { judgeAnswer } from "./check-answer.ts";
import { isPlain } from "./plain-statement.ts";
import { scoreFeatures, type Weights } from "./score-features.ts";
import { type FeatureName, featureNames, type StatementFeatures } from "./statement-features.ts";

export type SupportPair = {
  block: string;
  knowledge: readonly string[];
  question: string;
  answer: string;
  supported: boolean;
};

/** One statement of a pair as the rules leave it. */
type Judged = { isRefused: boolean; features: StatementFeatures[] };

export const judgePair = ({ knowledge, question, answer }: SupportPair): Judged => {
  const context = { question, knowledge: knowledge.map((text) => ({ text })) };
  const judged = judgeAnswer(answer, context);
  return {
    isRefused: judged.some((one) => one.kind === "decided" && !one.result.supported),
    features: judged.flatMap((one) => (one.kind === "scored" ? [one.features] : [])),
  };
};

/** What is assumed before any pair is seen; few pairs change it little. */
const assumed: Weights = {
  bias: 2.2,
  weights: {
    uncoveredInBest: -0.5,
    uncoveredAnywhere: -0.9,
    uncoveredShare: -1.5,
    maxUncovered: 0,
    unknownWords: -0.2,
    onlyInQuestion: -0.4,
    words: 0,
    isBare: -1,
    opposed: -0.8,
    opposedEverywhere: -1.8,
    negativeAgainstPositive: -0.9,
    positiveAgainstNegative: -0.7,
    yesToNegative: -2,
    noToPositive: -0.7,
    yesUnknownQuestion: -0.6,
    uncoveredQuestion: 0,
    universal: -1.2,
    beyondOnly: -0.8,
    saysOnly: -0.5,
    droppedCondition: -0.5,
    droppedReserve: -0.6,
    figures: 0.4,
    weakRelation: -0.6,
    figureless: 0,
    future: -0.2,
    roles: -1.2,
    firstPerson: -0.5,
    intensity: -0.5,
    deniesUnlisted: 1,
    superlative: -1,
    derived: -0.2,
    derivedWeakly: -1,
    restated: -0.5,
    wrongRelation: -1.5,
    relationGap: -1,
    wrongPeriod: -1,
    wrongBound: -1,
    wrongRange: -1,
    manyPassages: -0.5,
    wrongLimit: -1.5,
    wrongNegation: -1.5,
    contraries: -0.5,
    contrariesOfQuestion: 0,
    deniesCovered: -1,
    deniesListed: -0.5,
    negatesNegation: 0.5,
    conjoins: -0.4,
    otherDay: -0.8,
    unsaid: -0.2,
    elsewhere: -0.2,
    askedElsewhere: -0.1,
    figureUnfit: -0.3,
    figureUnsaid: -0.2,
    askedGap: -0.4,
    saidGap: -0.4,
    knownNothing: -1,
  },
};

type Example = { features: StatementFeatures; isSupported: boolean; weight: number };

const rounds = 1500;
const rate = 0.3;
const decay = 0.005;

/**
 * Logistic regression by gradient descent that pays for each step away from what is assumed. No weight takes the other
 * sign: a doubt must not speak for a statement. The same examples give the same weights.
 */
export const learnWeights = (examples: readonly Example[]): Weights => {
  const weights = { ...assumed.weights };
  let { bias } = assumed;
  const total = examples.reduce((sum, { weight }) => sum + weight, 0);
  for (let round = 0; round < rounds; round++) {
    const gradient = Object.fromEntries(featureNames.map((name) => [name, 0])) as Record<FeatureName, number>;
    let biasGradient = 0;
    for (const { features, isSupported, weight } of examples) {
      const error = (scoreFeatures(features, { bias, weights }) - (isSupported ? 1 : 0)) * weight;
      biasGradient += error;
      for (const name of featureNames) gradient[name] += error * features[name];
    }
    bias -= rate * (biasGradient / total + decay * (bias - assumed.bias));
    for (const name of featureNames) {
      const expected = assumed.weights[name];
      const next = weights[name] - rate * (gradient[name] / total + decay * (weights[name] - expected));
      weights[name] = next * expected < 0 ? 0 : next;
    }
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

/** The lowest probability of an answer's statements; 0 where a rule refuses it, 1 where all of it is plain. */
export const scorePair = ({ isRefused, features }: Judged, weights: Weights): number => {
  if (isRefused) return 0;
  const open = features.filter((one) => !isPlain(one));
  return open.reduce((lowest, one) => Math.min(lowest, scoreFeatures(one, weights)), 1);
};

/** Changes with the pairs and with what is computed of their statements. */
export const digestPairs = (pairs: readonly { pair: SupportPair; judged: Judged }[]): number => {
  let hash = 0x811c9dc5;
  const text = JSON.stringify(
    pairs.map(({ pair: { supported }, judged: { isRefused, features } }) => [
      supported,
      isRefused,
      ...features.map((one) => featureNames.map((name) => one[name])),
    ]),
  );
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash >>> 0;
};

import { createRowScorer, explain, type LearnedModel } from "#domain/learning/model.ts";
import type { Scores } from "#domain/rules/snapshot.ts";
import { findLimit, hasEvidence, isOwnAct, limitProbability } from "./evidence.ts";
import {
  collectFeatures,
  computeFeatures,
  featureFigure,
  type PersonFeatures,
  type ScoringSubject,
} from "./features.ts";
import { priorModel, type ScoreName, scoreNames } from "./model.ts";
import { computeScore, type ScoreResult, sumContributions, toProbability } from "./score.ts";

/** The model of a score that was learned from the workspace's own history. */
export type ScoreModel = { version: string; model: LearnedModel };
/** Scores without a learned model use the starting weights. */
export type ScoreModels = Readonly<Partial<Record<ScoreName, ScoreModel>>>;

export type Scorer = {
  /** Changes with every model in use. */
  version: string;
  /** `scores` is null where not enough is known of the person; `estimate` is what the models make of the little. */
  score: (subject: ScoringSubject) => { scores: Scores | null; estimate: Scores; features: PersonFeatures };
  /** The parts of the estimate. */
  explain: (subject: ScoringSubject) => Record<ScoreName, ScoreResult>;
  /** Whether enough is known of the person for scores. */
  isKnown: (subject: ScoringSubject) => boolean;
};

/** The version of a scorer, from the versions of its learned models. */
export const versionOfScorer = (models: Readonly<Partial<Record<ScoreName, { version: string }>>>): string =>
  [...new Set(scoreNames.map((name) => models[name]?.version ?? priorModel.version))].join(" ");

const toScore = (probability: number): number => Math.round(100 * probability);

const explainLearned = (
  { model, version }: ScoreModel,
  subject: ScoringSubject,
  features: PersonFeatures,
): ScoreResult => {
  const { logOdds: total, contributions } = explain(model, features);
  const absent = new Map(explain(model, {}).contributions.map(({ feature, logOdds }) => [feature, logOdds]));
  // Relative to a person who lacks the feature: the absence of an activity is not listed as a reason.
  const parts = contributions
    .filter(({ feature }) => feature in features)
    .map(({ feature, logOdds }) => ({
      feature,
      value: featureFigure(subject, feature),
      logOdds: logOdds - (absent.get(feature) ?? 0),
    }))
    .filter(({ logOdds }) => logOdds !== 0);
  const base = parts.reduce((rest, { logOdds }) => rest - logOdds, total);
  return sumContributions(base, parts, version);
};

const ownEventPrefix = "event:";

/** The workspace's own event types that the models have learned the meaning of, as keys of details. */
const learnedTypesOf = (models: ScoreModels): ReadonlySet<string> =>
  new Set(
    scoreNames
      .flatMap((name) => models[name]?.model.strengths ?? [])
      .filter(
        ({ feature, logOdds }) =>
          logOdds > 0 && feature.startsWith(ownEventPrefix) && isOwnAct(feature.slice(ownEventPrefix.length)),
      )
      .map(({ feature }) => feature),
  );

const logOddsOf = (probability: number): number => Math.log(probability / (1 - probability));

/** The part of the reason for a limit is whatever keeps the score within it. */
const limitResult = (name: ScoreName, result: ScoreResult, subject: ScoringSubject): ScoreResult => {
  const probability = toProbability(result.logOdds);
  const limited = limitProbability(name, probability, subject);
  const limit = findLimit(name, subject);
  if (!limit || limited === probability) return result;
  const difference = logOddsOf(limited) - result.logOdds;
  const known = result.contributions.find(({ feature }) => feature === limit.feature);
  const part = { feature: limit.feature, value: 1, logOdds: (known?.logOdds ?? 0) + difference };
  const others = result.contributions.filter(({ feature }) => feature !== limit.feature);
  return sumContributions(result.base, [...others, part], result.version);
};

/** Scores people with the models in use. Prepared once, because preparing a model costs more than scoring a person. */
export const createScorer = (models: ScoreModels): Scorer => {
  const learnedTypes = learnedTypesOf(models);
  const isKnown = (subject: ScoringSubject): boolean => hasEvidence(subject, learnedTypes);
  const learned = scoreNames.map((name) => models[name] && createRowScorer(models[name].model));
  return {
    version: versionOfScorer(models),
    isKnown,
    score: (subject) => {
      const features = collectFeatures(subject);
      const values = learned.every(Boolean) ? undefined : computeFeatures(subject);
      const [intent = 0, propensity = 0, churn = 0] = scoreNames.map((name, index) => {
        const scoreRow = learned[index];
        const logOdds = values && !scoreRow ? computeScore(values, priorModel, name).logOdds : 0;
        const probability = scoreRow ? scoreRow(features) : toProbability(logOdds);
        return toScore(limitProbability(name, probability, subject));
      });
      const estimate = { intent, propensity, churn };
      return { scores: isKnown(subject) ? estimate : null, estimate, features };
    },
    explain: (subject) => {
      const features = collectFeatures(subject);
      const values = computeFeatures(subject);
      const explainOne = (name: ScoreName): ScoreResult => {
        const own = models[name];
        const result = own ? explainLearned(own, subject, features) : computeScore(values, priorModel, name);
        return limitResult(name, result, subject);
      };
      return {
        intent: explainOne("intent"),
        propensity: explainOne("propensity"),
        churn: explainOne("churn"),
      };
    },
  };
};

/** Scores with the starting weights alone. */
export const startingScorer: Scorer = createScorer({});

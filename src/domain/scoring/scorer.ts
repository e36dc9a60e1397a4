import { createRowScorer, explain, type LearnedModel } from "#domain/learning/model.ts";
import type { Scores } from "#domain/rules/snapshot.ts";
import {
  collectFeatures,
  computeFeatures,
  featureFigure,
  type PersonFeatures,
  type ScoringSubject,
} from "./features.ts";
import { priorModel, type ScoreName, scoreNames } from "./model.ts";
import { computeScore, type ScoreResult, sumContributions } from "./score.ts";

/** The model of a score that was learned from the workspace's own history. */
export type ScoreModel = { version: string; model: LearnedModel };
/** Scores without a learned model use the starting weights. */
export type ScoreModels = Readonly<Partial<Record<ScoreName, ScoreModel>>>;

export type Scorer = {
  /** Changes with every model in use. */
  version: string;
  score: (subject: ScoringSubject) => { scores: Scores; features: PersonFeatures };
  explain: (subject: ScoringSubject) => Record<ScoreName, ScoreResult>;
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

/** Scores people with the models in use. Prepared once, because preparing a model costs more than scoring a person. */
export const createScorer = (models: ScoreModels): Scorer => {
  const learned = scoreNames.map((name) => models[name] && createRowScorer(models[name].model));
  return {
    version: versionOfScorer(models),
    score: (subject) => {
      const features = collectFeatures(subject);
      const values = learned.every(Boolean) ? undefined : computeFeatures(subject);
      const [intent = 0, propensity = 0, churn = 0] = scoreNames.map((name, index) => {
        const scoreRow = learned[index];
        if (scoreRow) return toScore(scoreRow(features));
        return values ? computeScore(values, priorModel, name).value : 0;
      });
      return { scores: { intent, propensity, churn }, features };
    },
    explain: (subject) => {
      const features = collectFeatures(subject);
      const values = computeFeatures(subject);
      const explainOne = (name: ScoreName): ScoreResult => {
        const own = models[name];
        return own ? explainLearned(own, subject, features) : computeScore(values, priorModel, name);
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

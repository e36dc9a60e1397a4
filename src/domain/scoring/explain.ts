import type { CodedReason } from "#domain/coded-reason.ts";
import { behaviours, classifyBehaviour } from "./behaviours.ts";
import { newHalfLifeDays, recentHalfLifeDays, type ScoringSubject } from "./features.ts";
import type { PastActivity } from "./history.ts";
import { type ScoreName, scoreNames } from "./model.ts";
import { type ScoreContribution, type ScoreResult, toProbability } from "./score.ts";
import type { Scorer } from "./scorer.ts";

const toTenth = (value: number): number => Math.round(value * 10) / 10;

/** The strongest contributions to a score as reasons that the interface translates. */
export const scoreReasons = (
  { contributions, version }: ScoreResult,
  maxReasons = 5,
): CodedReason<`score_${string}`>[] =>
  contributions.slice(0, maxReasons).map(({ feature, value, points }) => ({
    code: `score_${feature}`,
    value: toTenth(value),
    points,
    version,
  }));

export type ScorePart = {
  feature: string;
  /** The current figure after decay: a count or a number of days. */
  value: number;
  /** Points added to or taken from the score; all parts together lead from the base to the value. */
  points: number;
  /** Number of activities and instant of the last; null for features that are not activities. */
  times: number | null;
  lastAt: number | null;
  /** Null for features that do not decay. */
  halfLifeDays: number | null;
};
export type ExplainedScore = { name: ScoreName; value: number; base: number; parts: ScorePart[] };

type ActivitySummary = { times: number; lastAt: number };

const summariseActivity = (activities: readonly PastActivity[]): Map<string, ActivitySummary> => {
  const summaries = new Map<string, ActivitySummary>();
  for (const { type, at } of activities) {
    const id = classifyBehaviour(type);
    if (id === null) continue;
    const { times, lastAt } = summaries.get(id) ?? { times: 0, lastAt: at };
    summaries.set(id, { times: times + 1, lastAt: Math.max(lastAt, at) });
  }
  return summaries;
};

const halfLives = new Map<string, number>(behaviours.map(({ id, halfLifeDays }) => [id, halfLifeDays]));

/** Instant and half-life of features that are derived from other data. */
const derivedParts: Record<
  string,
  (subject: ScoringSubject, summaries: Map<string, ActivitySummary>) => Partial<ScorePart>
> = {
  recent: ({ history, facts }) => ({
    lastAt: history.lastActiveAt ?? facts.createdAt,
    halfLifeDays: recentHalfLifeDays,
  }),
  silent: ({ history, facts }) => ({ lastAt: history.lastActiveAt ?? facts.createdAt }),
  new: ({ facts }) => ({ lastAt: facts.createdAt, halfLifeDays: newHalfLifeDays }),
  unanswered: (_, summaries) => ({
    lastAt: summaries.get("contacted")?.lastAt ?? null,
    halfLifeDays: halfLives.get("contacted") ?? null,
  }),
};

/** Distributes the points between base and score over the contributions in proportion to their log-odds. */
const sharePoints = ({ contributions, logOdds, base }: ScoreResult): ScoreContribution[] => {
  const distance = logOdds - base;
  const baseProbability = toProbability(base);
  // Where the contributions cancel out, the slope at the base is used.
  const perLogOdds =
    Math.abs(distance) < 1e-9
      ? baseProbability * (1 - baseProbability)
      : (toProbability(logOdds) - baseProbability) / distance;
  return contributions.map((part) => ({ ...part, points: 100 * perLogOdds * part.logOdds }));
};

/** The three scores at the subject's instant, with everything that contributed to them. */
export const explainScores = (
  subject: ScoringSubject,
  activities: readonly PastActivity[],
  scorer: Scorer,
): ExplainedScore[] => {
  const summaries = summariseActivity(activities);
  const results = scorer.explain(subject);
  return scoreNames.map((name) => ({
    name,
    value: results[name].value,
    base: Math.round(100 * toProbability(results[name].base)),
    parts: sharePoints(results[name]).map(({ feature, value, points }) => ({
      feature,
      value: toTenth(value),
      points: toTenth(points),
      times: summaries.get(feature)?.times ?? null,
      lastAt: summaries.get(feature)?.lastAt ?? null,
      halfLifeDays: halfLives.get(feature) ?? null,
      ...derivedParts[feature]?.(subject, summaries),
    })),
  }));
};

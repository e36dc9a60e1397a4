import type { Scores } from "#domain/rules/snapshot.ts";
import type { ScoringFacts } from "#domain/scoring/features.ts";
import {
  addActivity,
  type BehaviourHistory,
  emptyHistory,
  type PastActivity,
} from "#domain/scoring/history.ts";
import { scoreNames } from "#domain/scoring/model.ts";
import type { Scorer } from "#domain/scoring/scorer.ts";

/** An entry of the timeline, as far as scoring looks at it. */
export type ScoredEntry = {
  id: string;
  /** Milliseconds since 1970. */
  at: number;
  activities: readonly PastActivity[];
  /** Of a change of stage. */
  stage?: { from: ScoringFacts["status"]; to: ScoringFacts["status"] };
  /** Of an opt-out or opt-in. */
  optedOut?: boolean;
};

/** Something that happened and moved at least one score. */
export type ScoreStep = {
  entryId: string;
  at: number;
  after: Scores;
  /** What it added to each score at that moment. */
  effect: Scores;
  /** Its number in the plot and in the table, in the order of time; null for those that are only drawn. */
  number: number | null;
};

export type ScorePoint = Scores & { at: number };

export type ScoreHistory = {
  /** The scores before the first step. */
  start: ScorePoint;
  /** Oldest first. */
  steps: ScoreStep[];
  /** The line of the plot, oldest first: two points for each step, and samples of the decay between them. */
  points: ScorePoint[];
  /** The sum of the steps without a number. */
  unnumbered: { count: number; effect: Scores };
  /** What the passage of time did; start, effects and this lead to the end. */
  timeEffect: Scores;
  end: ScorePoint;
};

/** More numbers than these cannot be told apart in a plot. */
export const maxNumberedSteps = 10;
const samples = 48;

const noEffect: Scores = { intent: 0, propensity: 0, churn: 0 };
const combine = (first: Scores, second: Scores, sign: 1 | -1): Scores => ({
  intent: first.intent + sign * second.intent,
  propensity: first.propensity + sign * second.propensity,
  churn: first.churn + sign * second.churn,
});
const hasEffect = (effect: Scores): boolean => scoreNames.some((name) => effect[name] !== 0);
const sizeOf = (effect: Scores): number => scoreNames.reduce((sum, name) => sum + Math.abs(effect[name]), 0);

/** The facts as they were before the first entry; what has no entry counts as it is now. */
const factsBefore = (entries: readonly ScoredEntry[], facts: ScoringFacts): ScoringFacts => {
  const optedOut = entries.find((entry) => entry.optedOut !== undefined)?.optedOut;
  return {
    ...facts,
    status: entries.find(({ stage }) => stage)?.stage?.from ?? facts.status,
    optedOut: optedOut === undefined ? facts.optedOut : !optedOut,
  };
};

/**
 * Numbers the largest steps in the order of time; the others have none. Of equally large steps the later ones are
 * numbered, because they matter more for what to do now.
 */
export const numberSteps = <Step extends { effect: Scores }>(
  steps: readonly Step[],
): (Step & { number: number | null })[] => {
  const largest = new Set(
    steps
      .toReversed()
      .toSorted((a, b) => sizeOf(b.effect) - sizeOf(a.effect))
      .slice(0, maxNumberedSteps),
  );
  let number = 0;
  return steps.map((step) => ({ ...step, number: largest.has(step) ? ++number : null }));
};

type HistoryInput = {
  /** Oldest first. */
  entries: readonly ScoredEntry[];
  /** As they are now. */
  facts: ScoringFacts;
  scorer: Scorer;
  now: number;
};

/**
 * Replays a person's timeline with the model in use: what each entry added to the scores at its moment, and what time
 * took away between them.
 */
export const buildScoreHistory = ({ entries, facts, scorer, now }: HistoryInput): ScoreHistory => {
  let current = factsBefore(entries, facts);
  let history: BehaviourHistory = emptyHistory;
  const scoreAt = (at: number): Scores => scorer.score({ facts: current, history, now: at }).estimate;
  const startAt = Math.min(facts.createdAt, entries[0]?.at ?? now, now);
  let start = { at: startAt, ...scoreAt(startAt) };
  let isKnown = scorer.isKnown({ facts: current, history, now: startAt });
  const interval = Math.max(1, (now - startAt) / samples);
  const points: ScorePoint[] = [start];
  const steps: Omit<ScoreStep, "number">[] = [];
  let previous: Scores = start;
  let timeEffect = noEffect;
  let sampledAt = startAt;

  /** Draws the decay up to an instant, and returns the scores there. */
  const passTime = (to: number): Scores => {
    for (sampledAt += interval; sampledAt < to; sampledAt += interval)
      points.push({ at: sampledAt, ...scoreAt(sampledAt) });
    sampledAt = to;
    const scores = scoreAt(to);
    timeEffect = combine(timeEffect, combine(scores, previous, -1), 1);
    return scores;
  };

  for (const { id, at: happenedAt, activities, stage, optedOut } of entries) {
    const at = Math.min(Math.max(happenedAt, sampledAt), now);
    const nextFacts = {
      ...current,
      ...(stage ? { status: stage.to } : {}),
      ...(optedOut === undefined ? {} : { optedOut }),
    };
    const nextHistory = activities.reduce((sum, activity) => addActivity(sum, activity, at), history);
    if (nextHistory === history && !stage && optedOut === undefined) continue;
    if (!isKnown) {
      isKnown = scorer.isKnown({ facts: nextFacts, history: nextHistory, now: at });
      // Nothing is drawn of the time in which not enough was known.
      if (isKnown) {
        start = { at, ...scoreAt(at) };
        points.splice(0, points.length, start);
        previous = start;
      }
      sampledAt = at;
    }
    const before = scorer.score({ facts: current, history, now: at }).estimate;
    const after = scorer.score({ facts: nextFacts, history: nextHistory, now: at }).estimate;
    const effect = combine(after, before, -1);
    if (isKnown && hasEffect(effect)) {
      points.push({ at, ...passTime(at) }, { at, ...after });
      steps.push({ entryId: id, at, after, effect });
      previous = after;
    }
    current = nextFacts;
    history = nextHistory;
  }

  // Facts that no entry recorded changed at an unknown moment.
  current = facts;
  const end = { at: now, ...passTime(now) };
  points.push(end);
  const numbered = numberSteps(steps);
  const others = numbered.filter(({ number }) => number === null);
  return {
    start,
    steps: numbered,
    points,
    unnumbered: {
      count: others.length,
      effect: others.reduce((sum, { effect }) => combine(sum, effect, 1), noEffect),
    },
    timeEffect,
    end,
  };
};

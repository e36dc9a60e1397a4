import type { CodedReason } from "#domain/coded-reason.ts";
import { behaviourOf, behaviours } from "./behaviours.ts";
import type { Subject } from "./features.ts";
import type { Happened } from "./history.ts";
import { type Model, type ScoreName, scoreNames } from "./model.ts";
import { baseOf, type Contribution, chance, type Scored, scorePerson } from "./score.ts";

const toTenth = (value: number): number => Math.round(value * 10) / 10;

/** What moved a score the most, for the interface to word: `score_replied`, how often, and how many points it made. */
export const explainScore = (
  { contributions, version }: Scored,
  most = 5,
): CodedReason<`score_${string}`>[] =>
  contributions.slice(0, most).map(({ feature, value, points }) => ({
    code: `score_${feature}`,
    value: toTenth(value),
    points,
    version,
  }));

/** One thing that raised or lowered a score. */
export type ScorePart = {
  feature: string;
  /** What it counts now, after fading: how often, how many days. */
  value: number;
  /** What it adds to the score, or takes from it: together they lead from the base to the value. */
  points: number;
  /** How often it happened, and when last; null for what is no happening. */
  times: number | null;
  lastAt: number | null;
  /** After so many days it counts half; null for what does not fade. */
  halfLifeDays: number | null;
};
export type ExplainedScore = { name: ScoreName; value: number; base: number; parts: ScorePart[] };

type Seen = { times: number; lastAt: number };

const seenOf = (past: readonly Happened[]): Map<string, Seen> => {
  const seen = new Map<string, Seen>();
  for (const { type, at } of past) {
    const id = behaviourOf(type);
    if (id === null) continue;
    const { times, lastAt } = seen.get(id) ?? { times: 0, lastAt: at };
    seen.set(id, { times: times + 1, lastAt: Math.max(lastAt, at) });
  }
  return seen;
};

const halfLives = new Map<string, number>(behaviours.map(({ id, halfLifeDays }) => [id, halfLifeDays]));

/** When something that is no happening of its own began, and how it fades. */
const derived: Record<string, (subject: Subject, seen: Map<string, Seen>) => Partial<ScorePart>> = {
  recent: ({ history, facts }) => ({ lastAt: history.lastActiveAt ?? facts.createdAt, halfLifeDays: 7 }),
  silent: ({ history, facts }) => ({ lastAt: history.lastActiveAt ?? facts.createdAt }),
  new: ({ facts }) => ({ lastAt: facts.createdAt, halfLifeDays: 14 }),
  unanswered: (_, seen) => ({
    lastAt: seen.get("contacted")?.lastAt ?? null,
    halfLifeDays: halfLives.get("contacted") ?? null,
  }),
};

/** Each part's share of the way from the base to the score, in points: by its share of the log-odds. */
const shared = ({ contributions, logOdds }: Scored, bias: number): Contribution[] => {
  const way = logOdds - bias;
  const from = chance(bias);
  // Where all parts cancel out there is no way to share; then the slope at its start tells.
  const perLogOdds = Math.abs(way) < 1e-9 ? from * (1 - from) : (chance(logOdds) - from) / way;
  return contributions.map((part) => ({ ...part, points: 100 * perLogOdds * part.logOdds }));
};

/** The three scores as they are at the subject's instant, with all that made them and when it happened. */
export const explainScores = (
  subject: Subject,
  past: readonly Happened[],
  model: Model,
): ExplainedScore[] => {
  const seen = seenOf(past);
  const scored = scorePerson(subject, model);
  return scoreNames.map((name) => ({
    name,
    value: scored[name].value,
    base: baseOf(model, name),
    parts: shared(scored[name], model.scores[name].bias).map(({ feature, value, points }) => ({
      feature,
      value: toTenth(value),
      points: toTenth(points),
      times: seen.get(feature)?.times ?? null,
      lastAt: seen.get(feature)?.lastAt ?? null,
      halfLifeDays: halfLives.get(feature) ?? null,
      ...derived[feature]?.(subject, seen),
    })),
  }));
};

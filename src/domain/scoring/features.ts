import type { personStatuses, personTypes } from "#domain/person.ts";
import { type BehaviourId, behaviours } from "./behaviours.ts";
import { type BehaviourHistory, decayedCount } from "./history.ts";
import { classifySource } from "./sources.ts";

const dayMs = 86_400_000;

/** What is known of a person besides their past. */
export type ScoringFacts = {
  type: (typeof personTypes)[number];
  status: (typeof personStatuses)[number];
  sources: readonly string[];
  optedOut: boolean;
  /** Agreed to at least one channel. */
  consented: boolean;
  createdAt: number;
};

export type ScoringSubject = { facts: ScoringFacts; history: BehaviourHistory; now: number };

/** A number that the model weighs, at least 0. The first message of a kind says more than the tenth: counts are logarithms. */
export type Feature = {
  id: string;
  of: (subject: ScoringSubject) => number;
  /** The figure to tell a reader: how often, how many days. */
  told?: (subject: ScoringSubject) => number;
};

const daysSince = (instant: number, now: number): number => Math.max(0, now - instant) / dayMs;
const silentDays = ({ facts, history, now }: ScoringSubject): number =>
  daysSince(history.lastActiveAt ?? facts.createdAt, now);
const ageDays = ({ facts, now }: ScoringSubject): number => daysSince(facts.createdAt, now);
const unansweredCount = ({ history, now }: ScoringSubject): number => {
  const count = (id: BehaviourId) => decayedCount(history, id, now);
  return Math.max(0, count("contacted") - count("replied") - count("wrote") - count("talked"));
};
const toFlag = (value: boolean): number => (value ? 1 : 0);
const stageFeature = (status: ScoringFacts["status"]): Feature => ({
  id: `stage_${status}`,
  of: ({ facts }) => toFlag(facts.status === status),
});
const sourceFeature = (kind: string): Feature => ({
  id: `source_${kind}`,
  of: ({ facts }) => toFlag(facts.sources.some((name) => classifySource(name) === kind)),
});

const behaviourFeatures: Feature[] = behaviours
  // Messages of ours count through those that were not answered.
  .filter(({ id }) => id !== "contacted")
  .map(({ id }) => ({
    id,
    of: ({ history, now }) => Math.log1p(decayedCount(history, id, now)),
    told: ({ history, now }) => decayedCount(history, id, now),
  }));

export const features: readonly Feature[] = [
  ...behaviourFeatures,
  { id: "recent", of: (subject) => 2 ** (-silentDays(subject) / 7), told: silentDays },
  { id: "silent", of: (subject) => 1 - 2 ** (-silentDays(subject) / 30), told: silentDays },
  { id: "new", of: (subject) => 2 ** (-ageDays(subject) / 14), told: ageDays },
  { id: "unanswered", of: (subject) => Math.log1p(unansweredCount(subject)), told: unansweredCount },
  stageFeature("qualified"),
  stageFeature("contacted"),
  stageFeature("converted"),
  { id: "customer", of: ({ facts }) => toFlag(facts.type === "customer") },
  { id: "consented", of: ({ facts }) => toFlag(facts.consented) },
  { id: "unreachable", of: ({ facts }) => toFlag(facts.optedOut) },
  sourceFeature("referral"),
  sourceFeature("form"),
  sourceFeature("ad"),
  sourceFeature("list"),
];

/** A feature's value, and the figure to tell. */
export type FeatureValues = ReadonlyMap<string, { value: number; told: number }>;

const finiteOrZero = (value: number): number => (Number.isFinite(value) ? value : 0);

/** Every feature of a person; whatever is no number counts nothing. */
export const computeFeatures = (subject: ScoringSubject): FeatureValues =>
  new Map(
    features.map(({ id, of, told = of }) => [
      id,
      { value: finiteOrZero(of(subject)), told: finiteOrZero(told(subject)) },
    ]),
  );

import type { personStatuses, personTypes } from "#domain/person.ts";
import { type BehaviourId, behaviours } from "./behaviours.ts";
import { countAt, type History } from "./history.ts";
import { sourceKindOf } from "./sources.ts";

const dayMs = 86_400_000;

/** What is known of a person besides their past. */
export type Facts = {
  type: (typeof personTypes)[number];
  status: (typeof personStatuses)[number];
  sources: readonly string[];
  optedOut: boolean;
  /** Agreed to at least one channel. */
  consented: boolean;
  createdAt: number;
};

export type Subject = { facts: Facts; history: History; now: number };

/** A number that the model weighs, at least 0. The first message of a kind says more than the tenth: counts are logarithms. */
export type Feature = {
  id: string;
  of: (subject: Subject) => number;
  /** The figure to tell a reader: how often, how many days. */
  told?: (subject: Subject) => number;
};

const daysSince = (instant: number, now: number): number => Math.max(0, now - instant) / dayMs;
const silentDays = ({ facts, history, now }: Subject): number =>
  daysSince(history.lastActiveAt ?? facts.createdAt, now);
const ageDays = ({ facts, now }: Subject): number => daysSince(facts.createdAt, now);
const unanswered = ({ history, now }: Subject): number => {
  const count = (id: BehaviourId) => countAt(history, id, now);
  return Math.max(0, count("contacted") - count("replied") - count("wrote") - count("talked"));
};
const flag = (value: boolean): number => (value ? 1 : 0);
const stage = (status: Facts["status"]): Feature => ({
  id: `stage_${status}`,
  of: ({ facts }) => flag(facts.status === status),
});
const source = (kind: string): Feature => ({
  id: `source_${kind}`,
  of: ({ facts }) => flag(facts.sources.some((name) => sourceKindOf(name) === kind)),
});

const behaviourFeatures: Feature[] = behaviours
  // Messages of ours count through those that were not answered.
  .filter(({ id }) => id !== "contacted")
  .map(({ id }) => ({
    id,
    of: ({ history, now }) => Math.log1p(countAt(history, id, now)),
    told: ({ history, now }) => countAt(history, id, now),
  }));

export const features: readonly Feature[] = [
  ...behaviourFeatures,
  { id: "recent", of: (subject) => 2 ** (-silentDays(subject) / 7), told: silentDays },
  { id: "silent", of: (subject) => 1 - 2 ** (-silentDays(subject) / 30), told: silentDays },
  { id: "new", of: (subject) => 2 ** (-ageDays(subject) / 14), told: ageDays },
  { id: "unanswered", of: (subject) => Math.log1p(unanswered(subject)), told: unanswered },
  stage("qualified"),
  stage("contacted"),
  stage("converted"),
  { id: "customer", of: ({ facts }) => flag(facts.type === "customer") },
  { id: "consented", of: ({ facts }) => flag(facts.consented) },
  { id: "unreachable", of: ({ facts }) => flag(facts.optedOut) },
  source("referral"),
  source("form"),
  source("ad"),
  source("list"),
];

/** A feature's value, and the figure to tell. */
export type FeatureValues = ReadonlyMap<string, { value: number; told: number }>;

const orZero = (value: number): number => (Number.isFinite(value) ? value : 0);

/** Every feature of a person; whatever is no number counts nothing. */
export const featuresOf = (subject: Subject): FeatureValues =>
  new Map(
    features.map(({ id, of, told = of }) => [
      id,
      { value: orZero(of(subject)), told: orZero(told(subject)) },
    ]),
  );

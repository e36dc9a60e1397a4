import { personStatuses } from "#domain/person.ts";
import { type BehaviourId, classifyBehaviour } from "./behaviours.ts";
import type { ScoreName } from "./model.ts";

const dayMs = 86_400_000;

export type PersonStage = (typeof personStatuses)[number];

/** A person at the moment they were scored. */
export type ScoredMoment = { at: number; stage: PersonStage; isOptedOut: boolean };

/** What a person did later, as instants in ascending order. */
export type LaterOutcomes = {
  /** Wrote, asked, booked or clicked. */
  responses: number[];
  /** Any activity of their own. */
  activities: number[];
  purchases: number[];
  /** Opted out or was marked lost. */
  losses: number[];
  /** Reached a stage. */
  stages: { at: number; stage: PersonStage }[];
};

export type OutcomeEntry = {
  at: number;
  /** Type of an event or of a timeline entry. */
  type: string | null;
  /** The stage that an entry reports. */
  stage?: PersonStage | undefined;
  /** The tag that an entry adds. */
  tag?: string | undefined;
};

const responseIds: ReadonlySet<BehaviourId> = new Set(["replied", "wrote", "asked", "clicked"]);
const ownActivityIds: ReadonlySet<BehaviourId> = new Set([
  ...responseIds,
  "bought",
  "talked",
  "filled_form",
  "opened",
  "visited",
  "other",
]);
const lostWords = /(^|_)(lost|perdid[oa]|disqualified|descartad[oa])(_|$)/i;

const isLost = ({ type, tag }: OutcomeEntry): boolean =>
  lostWords.test(type ?? "") || lostWords.test(tag ?? "");

/** Sorts what is on a person's timeline by what it means for the scores. Entries are in ascending order. */
export const collectOutcomes = (entries: readonly OutcomeEntry[]): LaterOutcomes => {
  const outcomes: LaterOutcomes = { responses: [], activities: [], purchases: [], losses: [], stages: [] };
  for (const entry of entries) {
    const { at, type, stage } = entry;
    if (stage) outcomes.stages.push({ at, stage });
    if (isLost(entry)) {
      outcomes.losses.push(at);
      continue;
    }
    const behaviour = classifyBehaviour(type);
    if (behaviour === null) continue;
    if (behaviour === "opted_out") outcomes.losses.push(at);
    if (behaviour === "bought") outcomes.purchases.push(at);
    if (responseIds.has(behaviour)) outcomes.responses.push(at);
    if (ownActivityIds.has(behaviour)) outcomes.activities.push(at);
  }
  return outcomes;
};

export type OutcomeLabel = {
  happened: boolean;
  /** The window is over, or nothing that is still to come can change the label. */
  isCertain: boolean;
  /** The window is over. */
  isComplete: boolean;
  /** From the moment to the outcome, or as long as the person was followed; milliseconds. */
  afterMs: number;
};

/** Stages are listed in their order. */
const isAdvance = (from: PersonStage, to: PersonStage): boolean =>
  personStatuses.indexOf(to) > personStatuses.indexOf(from);

/** The first instant after the given one, by bisection: a person may have thousands of activities. */
const firstAfter = (instants: readonly number[], at: number): number | undefined => {
  let [low, high] = [0, instants.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((instants[middle] as number) > at) high = middle;
    else low = middle + 1;
  }
  return instants[low];
};

/**
 * Whether the outcome of a score happened within the days after the moment, as far as is known. Undefined where the
 * score does not apply to the person.
 */
export const labelOutcome = (
  score: ScoreName,
  { at, stage, isOptedOut }: ScoredMoment,
  later: LaterOutcomes,
  days: number,
  now: number,
): OutcomeLabel | undefined => {
  if (isOptedOut || (score === "propensity" && stage === "converted")) return undefined;
  const until = at + days * dayMs;
  const isComplete = until <= now;
  const firstIn = (instants: readonly number[]): number | undefined => {
    const first = firstAfter(instants, at);
    return first !== undefined && first <= until ? first : undefined;
  };
  const happened = (instant: number): OutcomeLabel => ({
    happened: true,
    isCertain: true,
    isComplete,
    afterMs: instant - at,
  });
  const lostAt = firstIn(later.losses);
  const notHappened = (): OutcomeLabel => ({
    happened: false,
    isCertain: isComplete || (score !== "churn" && lostAt !== undefined),
    isComplete,
    afterMs: Math.max(0, Math.min(now, until) - at),
  });
  switch (score) {
    case "intent": {
      const respondedAt = firstIn(later.responses);
      // The message that opts out is no response.
      const isResponse = respondedAt !== undefined && (lostAt === undefined || respondedAt < lostAt);
      return isResponse ? happened(respondedAt) : notHappened();
    }
    case "propensity": {
      const advancedAt = later.stages.find(
        (change) => change.at > at && change.at <= until && isAdvance(stage, change.stage),
      )?.at;
      const boughtAt = firstIn(later.purchases);
      const first = Math.min(advancedAt ?? Number.POSITIVE_INFINITY, boughtAt ?? Number.POSITIVE_INFINITY);
      return Number.isFinite(first) ? happened(first) : notHappened();
    }
    case "churn":
      if (lostAt !== undefined) return happened(lostAt);
      return isComplete && firstIn(later.activities) === undefined ? happened(until) : notHappened();
  }
};

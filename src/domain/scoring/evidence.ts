import type { BehaviourId } from "./behaviours.ts";
import { type ScoringSubject, unansweredCount } from "./features.ts";
import type { ScoreName } from "./model.ts";

/** So many messages without an answer say something of a person who never did anything. */
const minUnanswered = 3;

/** Events by which other systems keep their records, whatever the person did. */
const recordWords = /_(created|received|updated|synced|imported|exported|merged|enriched|assigned)$/;

/** Whether an event type of the workspace's own may be something that a person did. */
export const isOwnAct = (type: string): boolean => !recordWords.test(type);

/** Our own messages, and events whose meaning is not known, say nothing of the person. */
const saysNothing: readonly BehaviourId[] = ["contacted", "other"];

/**
 * Whether enough is known of a person to score them: they did something, opted out, or left several messages
 * unanswered. Stage, type, source and tags alone are what others noted. `learnedTypes` are the workspace's own event
 * types that a model in use has learned the meaning of.
 */
export const hasEvidence = (subject: ScoringSubject, learnedTypes: ReadonlySet<string>): boolean => {
  const { facts, history } = subject;
  if (facts.optedOut) return true;
  for (const id of Object.keys(history.counts) as BehaviourId[]) if (!saysNothing.includes(id)) return true;
  if (learnedTypes.size > 0)
    for (const key of Object.keys(history.details)) if (learnedTypes.has(key)) return true;
  return unansweredCount(subject) >= minUnanswered;
};

/**
 * Where a score may stand for somebody who has opted out, as a probability. No model learns from these people, since
 * nobody may write to them; what they did before must not make them look ready to buy.
 */
const optedOutRange: Record<ScoreName, readonly [least: number, most: number]> = {
  intent: [0, 0.05],
  propensity: [0, 0.1],
  churn: [0.8, 1],
};

export const limitProbability = (name: ScoreName, probability: number, { facts }: ScoringSubject): number => {
  if (!facts.optedOut) return probability;
  const [least, most] = optedOutRange[name];
  return Math.min(most, Math.max(least, probability));
};

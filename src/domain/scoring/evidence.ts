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

/** Where a score may stand, as a probability, and the feature that is the reason. */
type ScoreLimit = { least: number; most: number; feature: string };

/** Nobody may write to these people; what they did before must not make them look ready to buy. */
const optedOutLimits: Record<ScoreName, ScoreLimit> = {
  intent: { least: 0, most: 0.05, feature: "unreachable" },
  propensity: { least: 0, most: 0.1, feature: "unreachable" },
  churn: { least: 0.8, most: 1, feature: "unreachable" },
};
/** A customer has bought already, and whether a second purchase follows is not learned. */
const customerLimit: ScoreLimit = { least: 0, most: 0.5, feature: "stage_converted" };

/** The limit of a score for people whom no model learns from, so that what a model says of them is a guess. */
export const findLimit = (name: ScoreName, { facts }: ScoringSubject): ScoreLimit | null => {
  if (facts.optedOut) return optedOutLimits[name];
  return name === "propensity" && facts.status === "converted" ? customerLimit : null;
};

export const limitProbability = (name: ScoreName, probability: number, subject: ScoringSubject): number => {
  const limit = findLimit(name, subject);
  return limit ? Math.min(limit.most, Math.max(limit.least, probability)) : probability;
};

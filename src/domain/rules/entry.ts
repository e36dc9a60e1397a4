import type { RuleOptions } from "./rule.ts";
import type { RuleReason } from "./rule-reasons.ts";

const dayMs = 86_400_000;

export type EntryHistory = {
  /** When the rule last fired for this person. */
  lastFiredAt: number | null;
  /** Messages sent to the person since local midnight. */
  sentToday: number;
};

export type Entry = { enters: true; dueAt: number } | { enters: false; why: RuleReason };

/** Whether a rule that fires may start for the person, and when its first action is due. */
export const enterRule = (
  options: RuleOptions,
  { lastFiredAt, sentToday }: EntryHistory,
  now: number,
): Entry => {
  const { reentryDays, frequencyCapPerDay, delayMinutes } = options;
  if (reentryDays !== null && lastFiredAt !== null && now < lastFiredAt + reentryDays * dayMs) {
    const until = lastFiredAt + reentryDays * dayMs;
    return { enters: false, why: { code: "reentry_too_soon", days: reentryDays, lastFiredAt, until } };
  }
  if (frequencyCapPerDay !== null && sentToday >= frequencyCapPerDay)
    return { enters: false, why: { code: "cap_reached", most: frequencyCapPerDay, sentToday } };
  return { enters: true, dueAt: now + delayMinutes * 60_000 };
};

/** Why a delayed action is dropped when it is due; null if it goes on to the gate. */
export const dropReason = (
  { stopOnReply }: RuleOptions,
  { firedAt, lastReplyAt }: { firedAt: number; lastReplyAt: number | null },
): RuleReason | null =>
  stopOnReply && lastReplyAt !== null && lastReplyAt > firedAt
    ? { code: "replied_meanwhile", repliedAt: lastReplyAt }
    : null;

type RuleRun = { ruleId: string; at: number };
type LoopLimits = {
  /** Runs of one rule for one person within `minutes`. */
  maxRuns: number;
  minutes: number;
  /** Runs of any rules, each caused by the one before, within `minutes`. */
  maxChain: number;
};

const loopLimits: LoopLimits = { maxRuns: 3, minutes: 60, maxChain: 20 };

/**
 * Stops a rule that reacts to its own consequences, directly or through other rules. `runs` are the runs for one
 * person that led to this one, each caused by the one before.
 */
export const detectLoop = (
  ruleId: string,
  runs: readonly RuleRun[],
  now: number,
  { maxRuns, minutes, maxChain }: LoopLimits = loopLimits,
): RuleReason | null => {
  const recent = runs.filter(({ at }) => at > now - minutes * 60_000);
  const own = recent.filter((run) => run.ruleId === ruleId).length;
  if (own >= maxRuns) return { code: "rule_loop", ruleId, times: own, minutes };
  if (recent.length >= maxChain) return { code: "rule_chain", ruleId, times: recent.length, minutes };
  return null;
};

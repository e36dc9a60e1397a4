import type { RuleReason } from "./rule-reasons.ts";

export type Run = { ruleId: string; at: number };
export type LoopLimits = {
  /** Runs of one rule for one person within `minutes`. */
  maxRuns: number;
  minutes: number;
  /** Runs of any rules, each caused by the one before, within `minutes`. */
  maxChain: number;
};

export const loopLimits: LoopLimits = { maxRuns: 3, minutes: 60, maxChain: 20 };

/**
 * Stops a rule that reacts to its own consequences, directly or through other rules. `runs` are the runs for one
 * person that led to this one, each caused by the one before.
 */
export const detectLoop = (
  ruleId: string,
  runs: readonly Run[],
  now: number,
  { maxRuns, minutes, maxChain }: LoopLimits = loopLimits,
): RuleReason | null => {
  const recent = runs.filter(({ at }) => at > now - minutes * 60_000);
  const own = recent.filter((run) => run.ruleId === ruleId).length;
  if (own >= maxRuns) return { code: "rule_loop", ruleId, times: own, minutes };
  if (recent.length >= maxChain) return { code: "rule_chain", ruleId, times: recent.length, minutes };
  return null;
};

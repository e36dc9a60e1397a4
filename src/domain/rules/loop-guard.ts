import type { RuleReason } from "./rule-reasons.ts";

export type Run = { ruleId: string; at: number };
export type LoopLimits = {
  /** How often one rule may fire for one person … */
  most: number;
  /** … in so many minutes, … */
  minutes: number;
  /** … and how many runs of any rules may follow from one another. */
  longest: number;
};

export const loopLimits: LoopLimits = { most: 3, minutes: 60, longest: 20 };

/**
 * May the rule fire once more? `runs` are those of one person that led here, each caused by the one before. A rule
 * that answers its own consequences, alone or through others, comes back again and again, and is stopped.
 */
export const detectLoop = (
  ruleId: string,
  runs: readonly Run[],
  now: number,
  { most, minutes, longest }: LoopLimits = loopLimits,
): RuleReason | null => {
  const recent = runs.filter(({ at }) => at > now - minutes * 60_000);
  const own = recent.filter((run) => run.ruleId === ruleId).length;
  if (own >= most) return { code: "rule_loop", ruleId, times: own, minutes };
  if (recent.length >= longest) return { code: "rule_chain", ruleId, times: recent.length, minutes };
  return null;
};

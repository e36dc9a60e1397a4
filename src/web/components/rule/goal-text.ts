import type { RuleOptions } from "#domain/rules/rule.ts";
import { defaultGoalDays } from "#domain/rules/sequence-goal.ts";
import type { RuleTextContext } from "./rule-text-context.ts";

/** What a sequence is for, by when, and how many are kept aside; nothing without a goal. */
export const goalTexts = (
  { goal, goalDays = defaultGoalDays, holdoutPercent = 0 }: RuleOptions,
  { t, segmentNames }: RuleTextContext,
): string[] => {
  if (!goal) return [];
  const names = {
    type: goal.kind === "event" ? goal.type : "",
    segment: goal.kind === "segment" ? (segmentNames?.get(goal.segmentId) ?? goal.segmentId) : "",
  };
  return [
    t("sequence.goal.says.within", { goal: t(`sequence.goal.says.${goal.kind}`, names), count: goalDays }),
    ...(holdoutPercent > 0 ? [t("sequence.goal.says.aside", { percent: holdoutPercent })] : []),
  ];
};

import { useMemo } from "react";
import { capitalize } from "#web/components/rule/rule-text.ts";
import { useRuleTextContext } from "#web/components/rule/rule-text-context.ts";
import { stepTitle } from "#web/components/sequence/step-text.ts";
import { numberSteps, type SequenceRow, toTree } from "#web/components/sequence/step-tree.ts";

export type StepChoice = { id: string; words: string };

/** The steps with number and words, in their order. */
export const useStepChoices = (steps: readonly SequenceRow[]): StepChoice[] => {
  const context = useRuleTextContext();
  return useMemo(() => {
    const numbers = numberSteps(toTree(steps));
    return steps.map((step) => ({
      id: step.id,
      words: `${numbers.get(step.id) ?? ""} ${capitalize(stepTitle(step, context), context.locale)}`.trim(),
    }));
  }, [steps, context]);
};

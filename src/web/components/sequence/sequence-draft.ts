import type { Rule } from "#contract/rules.ts";
import {
  defaultCondition,
  defaultOptions,
  defaultTrigger,
  type RuleInput,
  type RuleOptions,
} from "#domain/rules/rule.ts";
import { stopEvents } from "#domain/rules/step-parts.ts";
import { withStepIds } from "#domain/sequences/compile-sequence.ts";
import { toRuleInput } from "#web/components/rule/use-rule-form.ts";
import { ApiError } from "#web/lib/api.ts";
import { newStepId } from "./draft-steps.ts";
import { hasId, type SequenceRow, toRows, toTree } from "./step-tree.ts";

/** A sequence as it is edited. Whether it is enabled is changed apart. */
export type SequenceDraft = Omit<RuleInput, "enabled" | "actions" | "options"> & {
  actions: SequenceRow[];
  options: RuleOptions;
};

/** The list of what ends it is always named: it is what makes a rule a sequence. */
export const toDraft = (rule: Rule): SequenceDraft => {
  const { name, description, triggers, conditions, options } = toRuleInput(rule);
  return {
    name,
    description,
    triggers,
    conditions,
    actions: toRows(toTree(withStepIds(rule.actions, newStepId).filter(hasId))),
    options: { ...defaultOptions, ...options, stopWhen: options?.stopWhen ?? [...stopEvents] },
  };
};

export const emptyDraft = (): SequenceDraft => ({
  name: "",
  description: null,
  triggers: [defaultTrigger],
  conditions: [defaultCondition],
  actions: [],
  options: { ...defaultOptions, stopWhen: [...stopEvents] },
});

/** What the server says of a step; `part` is the field, such as `wait.for`. */
export type StepIssue = { stepId: string; part: string; message: string };

const stepPath = /^actions\.(\d+)(?:\.(.+))?$/;

/** The server's issues at the steps of the draft that it refused, and whether there are others. */
export const readStepIssues = (
  error: unknown,
  actions: readonly SequenceRow[],
): { issues: StepIssue[]; hasOthers: boolean } => {
  const problem = error instanceof ApiError ? error.problem : undefined;
  const all = problem?.issues ?? [];
  const issues = all.flatMap(({ path, message }): StepIssue[] => {
    const [, index = "", part = ""] = stepPath.exec(path) ?? [];
    const step = index === "" ? undefined : actions[Number(index)];
    return step ? [{ stepId: step.id, part, message: message || (problem?.message ?? "") }] : [];
  });
  return { issues, hasOthers: issues.length < all.length || all.length === 0 };
};

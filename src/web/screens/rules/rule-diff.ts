import { defaultOptions, type RuleInput } from "#domain/rules/rule.ts";
import { changedParts, type PartChange } from "#web/components/versions/line-changes.ts";

export type RuleChange = PartChange<RulePart>;
type RulePart = "name" | "description" | "enabled" | "triggers" | "conditions" | "actions" | "options";

type RuleTexts = {
  triggers: (row: RuleInput["triggers"][number]) => string;
  conditions: (row: RuleInput["conditions"][number]) => string;
  actions: (row: RuleInput["actions"][number]) => string;
  options: (options: NonNullable<RuleInput["options"]>) => string[];
  enabled: (enabled: boolean) => string;
};

const partLines = (rule: RuleInput, texts: RuleTexts): Record<RulePart, string[]> => ({
  name: [rule.name],
  description: rule.description ? [rule.description] : [],
  enabled: [texts.enabled(rule.enabled)],
  triggers: rule.triggers.map(texts.triggers),
  conditions: rule.conditions.map(texts.conditions),
  actions: rule.actions.map(texts.actions),
  options: texts.options({ ...defaultOptions, ...rule.options }),
});

export const diffRules = (before: RuleInput, after: RuleInput, texts: RuleTexts): RuleChange[] =>
  changedParts(partLines(before, texts), partLines(after, texts));

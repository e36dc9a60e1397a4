import { defaultOptions, type RuleInput } from "#domain/rules/rule.ts";

export type RuleChange = { part: RulePart; removed: string[]; added: string[] };
type RulePart = "name" | "description" | "enabled" | "triggers" | "conditions" | "actions" | "options";

type RuleTexts = {
  triggers: (row: RuleInput["triggers"][number]) => string;
  conditions: (row: RuleInput["conditions"][number]) => string;
  actions: (row: RuleInput["actions"][number]) => string;
  options: (options: NonNullable<RuleInput["options"]>) => string[];
  enabled: (enabled: boolean) => string;
};

/** Multiset difference: a line that occurs twice counts twice. */
const linesMissingFrom = (lines: readonly string[], others: readonly string[]): string[] => {
  const unmatched = [...others];
  return lines.filter((line) => {
    const index = unmatched.indexOf(line);
    if (index >= 0) unmatched.splice(index, 1);
    return index < 0;
  });
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

const ruleParts: readonly RulePart[] = [
  "name",
  "description",
  "enabled",
  "triggers",
  "conditions",
  "actions",
  "options",
];

export const diffRules = (before: RuleInput, after: RuleInput, texts: RuleTexts): RuleChange[] => {
  const [old, now] = [partLines(before, texts), partLines(after, texts)];
  return ruleParts
    .map((part) => ({
      part,
      removed: linesMissingFrom(old[part], now[part]),
      added: linesMissingFrom(now[part], old[part]),
    }))
    .filter(({ removed, added }) => removed.length + added.length > 0);
};

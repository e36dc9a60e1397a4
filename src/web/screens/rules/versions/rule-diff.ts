import { defaultOptions, type RuleInput } from "#domain/rules/rule.ts";

/** What two forms of a rule differ in, part by part, in words. */
export type Change = { part: ChangedPart; removed: string[]; added: string[] };
export type ChangedPart =
  | "name"
  | "description"
  | "enabled"
  | "triggers"
  | "conditions"
  | "actions"
  | "options";

type Wordings = {
  triggers: (row: RuleInput["triggers"][number]) => string;
  conditions: (row: RuleInput["conditions"][number]) => string;
  actions: (row: RuleInput["actions"][number]) => string;
  options: (options: NonNullable<RuleInput["options"]>) => string[];
  enabled: (enabled: boolean) => string;
};

/** Rows that one list has and the other lacks; a row that stands twice counts twice. */
const without = (rows: readonly string[], others: readonly string[]): string[] => {
  const left = [...others];
  return rows.filter((row) => {
    const at = left.indexOf(row);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
};

const linesOf = (rule: RuleInput, words: Wordings): Record<ChangedPart, string[]> => ({
  name: [rule.name],
  description: rule.description ? [rule.description] : [],
  enabled: [words.enabled(rule.enabled)],
  triggers: rule.triggers.map(words.triggers),
  conditions: rule.conditions.map(words.conditions),
  actions: rule.actions.map(words.actions),
  options: words.options({ ...defaultOptions, ...rule.options }),
});

const parts: readonly ChangedPart[] = [
  "name",
  "description",
  "enabled",
  "triggers",
  "conditions",
  "actions",
  "options",
];

export const ruleChanges = (before: RuleInput, after: RuleInput, words: Wordings): Change[] => {
  const [old, now] = [linesOf(before, words), linesOf(after, words)];
  return parts
    .map((part) => ({
      part,
      removed: without(old[part], now[part]),
      added: without(now[part], old[part]),
    }))
    .filter(({ removed, added }) => removed.length + added.length > 0);
};

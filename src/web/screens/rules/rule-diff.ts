import { defaultOptions, type RuleInput } from "#domain/rules/rule.ts";
import { isSequence } from "#domain/sequences/compile-sequence.ts";
import { changedParts, type PartChange } from "#web/components/versions/line-changes.ts";

export type RuleChange = PartChange<RulePart>;
type RulePart =
  | "name"
  | "description"
  | "enabled"
  | "triggers"
  | "conditions"
  | "actions"
  | "order"
  | "options";

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
  order: [],
  options: texts.options({ ...defaultOptions, ...rule.options }),
});

const stepIds = ({ actions, options }: RuleInput): string[] =>
  isSequence(actions, options ?? {}) ? actions.flatMap(({ id }) => id ?? []) : [];

/** The steps that both versions have, in one line each; no lines where their order is the same. */
const orderLines = (before: RuleInput, after: RuleInput, texts: RuleTexts): [string[], string[]] => {
  const ids = [stepIds(before), stepIds(after)] as const;
  const kept = ids.map((own, index) => own.filter((id) => ids[1 - index]?.includes(id)));
  if (kept[0]?.join() === kept[1]?.join()) return [[], []];
  const inOrder = (rule: RuleInput, order: string[] = []): string[] => [
    order
      .flatMap((id) => rule.actions.filter((row) => row.id === id))
      .map((row) => texts.actions(row))
      .join(" → "),
  ];
  return [inOrder(after, kept[0]), inOrder(after, kept[1])];
};

export const diffRules = (before: RuleInput, after: RuleInput, texts: RuleTexts): RuleChange[] => {
  const [orderBefore, orderAfter] = orderLines(before, after, texts);
  return changedParts(
    { ...partLines(before, texts), order: orderBefore },
    { ...partLines(after, texts), order: orderAfter },
  );
};

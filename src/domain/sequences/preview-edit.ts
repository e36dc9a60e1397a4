import type { RuleAction } from "#domain/rules/rule.ts";
import { isSequence, placesAfterRemoval } from "./compile-sequence.ts";

/** How many runs are at each step. */
export type RunsAtStep = { stepId: string; count: number };

/** What an edit does to the people inside; each is counted once, by the gravest. */
export type EditEffects = {
  unchanged: number;
  /** Some step before them has other words. */
  newWords: number;
  /** Some wait before them is longer or shorter; one that has begun keeps its end. */
  otherWaits: number;
  /** Steps before them were added, left out, moved, or have other conditions. */
  otherSteps: number;
  /** Their step is gone: they go to the next one. */
  moved: number;
  ended: number;
};

type Difference = "newWords" | "otherWaits" | "otherSteps";

const gravity: readonly Difference[] = ["newWords", "otherWaits", "otherSteps"];

const sameJson = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one ?? null) === JSON.stringify(other ?? null);

const differenceOf = (before: RuleAction, after: RuleAction): Difference | null => {
  const { template, variants, wait, ...rest } = before;
  const { template: nextTemplate, variants: nextVariants, wait: nextWait, ...nextRest } = after;
  if (!sameJson(Object.entries(rest).toSorted(), Object.entries(nextRest).toSorted())) return "otherSteps";
  if (!sameJson(wait, nextWait)) return "otherWaits";
  return template === nextTemplate && sameJson(variants, nextVariants) ? null : "newWords";
};

const gravest = (differences: readonly (Difference | null)[]): Difference | null =>
  gravity.findLast((difference) => differences.includes(difference)) ?? null;

type Step = RuleAction & { id: string };
const withIds = (actions: readonly RuleAction[]): Step[] =>
  actions.flatMap((action) => (action.id === undefined ? [] : [{ ...action, id: action.id }]));

/** What an edit of a sequence would do to the runs at each of its steps. */
export const previewEdit = (
  before: readonly RuleAction[],
  after: readonly RuleAction[],
  options: Parameters<typeof isSequence>[1],
  runs: readonly RunsAtStep[],
): EditEffects => {
  const effects: EditEffects = {
    ...{ unchanged: 0, newWords: 0, otherWaits: 0, otherSteps: 0, moved: 0, ended: 0 },
  };
  const [old, next] = [withIds(before), withIds(after)];
  const places = placesAfterRemoval(old, next);
  const remains = isSequence(after, options);
  for (const { stepId, count } of runs) {
    if (!remains || places.get(stepId) === null) effects.ended += count;
    else if (places.has(stepId)) effects.moved += count;
    else {
      const [ahead, nextAhead] = [old, next].map((steps) => {
        const at = steps.findIndex(({ id }) => id === stepId);
        return at < 0 ? [] : steps.slice(at);
      });
      const isSameOrder = ahead?.map(({ id }) => id).join(" ") === nextAhead?.map(({ id }) => id).join(" ");
      const difference = isSameOrder
        ? gravest((ahead ?? []).map((step, index) => differenceOf(step, nextAhead?.[index] ?? step)))
        : "otherSteps";
      effects[difference ?? "unchanged"] += count;
    }
  }
  return effects;
};

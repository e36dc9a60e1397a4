import * as z from "zod";
import { defineCondition } from "#domain/rules/kinds.ts";
import { normaliseWord, readNumber } from "#domain/rules/read-text.ts";
import type { RuleReasonCode } from "#domain/rules/rule-reasons.ts";
import type { Scores } from "#domain/rules/snapshot.ts";

const comparisons = {
  intent_at_least: { score: "intent", operator: ">=" },
  intent_at_most: { score: "intent", operator: "<=" },
  propensity_at_least: { score: "propensity", operator: ">=" },
  propensity_at_most: { score: "propensity", operator: "<=" },
  churn_at_least: { score: "churn", operator: ">=" },
  churn_at_most: { score: "churn", operator: "<=" },
} as const satisfies Record<string, { score: keyof Scores; operator: ">=" | "<=" }>;
type Comparison = keyof typeof comparisons;
const comparisonNames = Object.keys(comparisons) as [Comparison, ...Comparison[]];

/** How high a score is when the trigger fires. A person without scores fulfils none. */
export const scoreCondition = defineCondition({
  id: "score",
  fields: z.object({ field: z.enum(comparisonNames), value: z.number().min(0).max(100) }),
  read: ({ field, value }) => ({ field: normaliseWord(field), value: readNumber(value) }),
  compile: ({ field, value }) => {
    const { score, operator } = comparisons[field];
    const holds = (scores: Scores | null): boolean =>
      scores !== null && (operator === ">=" ? scores[score] >= value : scores[score] <= value);
    const codeOf = (scores: Scores | null): RuleReasonCode =>
      scores === null ? "score_missing" : holds(scores) ? "score_holds" : "score_not_reached";
    return {
      requires: { of: "score", score, operator, value },
      holds: ({ scores }) => holds(scores),
      explain: ({ scores }) => ({
        code: codeOf(scores),
        score,
        operator,
        value,
        before: null,
        after: scores?.[score] ?? null,
      }),
    };
  },
});

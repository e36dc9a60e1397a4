import * as z from "zod";
import { type CompiledTrigger, defineTrigger, type TriggerKind } from "#domain/rules/kinds.ts";
import { readNumber } from "#domain/rules/read-text.ts";
import { type Operator, operators, type TriggerType } from "#domain/rules/rule.ts";
import type { RuleReasonCode } from "#domain/rules/rule-reasons.ts";
import type { RuleEvent, RuleSnapshot, Scores } from "#domain/rules/snapshot.ts";

const fields = z.object({ operator: z.enum(operators), value: z.number().min(0).max(100) });

type ScoreTest = (scores: Scores | null) => boolean;
type ScoreTests = Pick<CompiledTrigger, "fires" | "holds"> & { satisfied: ScoreTest };

/**
 * Each score has functions of its own with a fixed property name, because shared ones with a variable name are several
 * times as slow. A missing score, or one that is not a number, lies within no bounds.
 */
const within: Record<keyof Scores, (low: number, high: number) => ScoreTests> = {
  intent: (low, high) => {
    const satisfied: ScoreTest = (scores) => scores !== null && scores.intent >= low && scores.intent <= high;
    return {
      satisfied,
      fires: ({ before, after }) => satisfied(after) && !satisfied(before),
      holds: ({ scores }) => scores !== null && scores.intent >= low && scores.intent <= high,
    };
  },
  propensity: (low, high) => {
    const satisfied: ScoreTest = (scores) =>
      scores !== null && scores.propensity >= low && scores.propensity <= high;
    return {
      satisfied,
      fires: ({ before, after }) => satisfied(after) && !satisfied(before),
      holds: ({ scores }) => scores !== null && scores.propensity >= low && scores.propensity <= high,
    };
  },
  churn: (low, high) => {
    const satisfied: ScoreTest = (scores) => scores !== null && scores.churn >= low && scores.churn <= high;
    return {
      satisfied,
      fires: ({ before, after }) => satisfied(after) && !satisfied(before),
      holds: ({ scores }) => scores !== null && scores.churn >= low && scores.churn <= high,
    };
  },
};

const differsFrom = (score: keyof Scores, value: number): ScoreTests => {
  const satisfied: ScoreTest = (scores) =>
    scores !== null && (scores[score] < value || scores[score] > value);
  return {
    satisfied,
    fires: ({ before, after }) => satisfied(after) && !satisfied(before),
    holds: ({ scores }) => satisfied(scores),
  };
};

const tests: Record<Operator, (score: keyof Scores, value: number) => ScoreTests> = {
  ">=": (score, value) => within[score](value, Number.POSITIVE_INFINITY),
  "<=": (score, value) => within[score](Number.NEGATIVE_INFINITY, value),
  "=": (score, value) => within[score](value, value),
  "!=": differsFrom,
};

/** Fires when a score starts to satisfy the operator. A person without earlier scores did not satisfy it. */
export const defineScoreTrigger = <Id extends TriggerType>(id: Id, score: keyof Scores): TriggerKind<Id> =>
  defineTrigger({
    id,
    fields,
    read: ({ operator, value }) => ({ operator, value: readNumber(value) }),
    compile: ({ operator, value }) => {
      const { satisfied, fires, holds } = tests[operator](score, value);
      const codeOf = ({ scores }: RuleSnapshot, event: RuleEvent | null): RuleReasonCode => {
        if (event === null)
          return scores === null ? "score_missing" : satisfied(scores) ? "score_holds" : "score_not_reached";
        if (event.after === null) return "score_missing";
        if (!satisfied(event.after)) return "score_not_reached";
        return satisfied(event.before) ? "score_held_before" : "score_crossed";
      };
      return {
        requires: { of: "score", score, operator, value },
        fires,
        holds,
        explain: (snapshot, event) => {
          const before = event ? event.before : snapshot.previousScores;
          const after = event ? event.after : snapshot.scores;
          return {
            code: codeOf(snapshot, event),
            score,
            operator,
            value,
            before: before?.[score] ?? null,
            after: after?.[score] ?? null,
          };
        },
      };
    },
  });

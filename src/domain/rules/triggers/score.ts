import * as z from "zod";
import { defineTrigger, type TriggerKind } from "#domain/rules/kinds.ts";
import { readNumber } from "#domain/rules/read-text.ts";
import { type Operator, operators, type TriggerType } from "#domain/rules/rule.ts";
import type { RuleReasonCode } from "#domain/rules/rule-reasons.ts";
import type { RuleEvent, RuleSnapshot, Scores } from "#domain/rules/snapshot.ts";

const fields = z.object({ operator: z.enum(operators), value: z.number().min(0).max(100) });

type ScoreOf = (scores: Scores) => number;
type Test = (scores: Scores | null) => boolean;
/** A missing score, or one that is not a number, satisfies none of them. */
const tests: Record<Operator, (scoreOf: ScoreOf, value: number) => Test> = {
  ">=": (scoreOf, value) => (scores) => scores !== null && scoreOf(scores) >= value,
  "<=": (scoreOf, value) => (scores) => scores !== null && scoreOf(scores) <= value,
  "=": (scoreOf, value) => (scores) => scores !== null && scoreOf(scores) === value,
  "!=": (scoreOf, value) => (scores) => {
    const score = scores === null ? value : scoreOf(scores);
    return score < value || score > value;
  },
};

/** Fires when a score starts to satisfy the operator. A person without earlier scores did not satisfy it. */
export const defineScoreTrigger = <Id extends TriggerType>(
  id: Id,
  score: keyof Scores,
  scoreOf: ScoreOf,
): TriggerKind<Id> =>
  defineTrigger({
    id,
    fields,
    read: ({ operator, value }) => ({ operator, value: readNumber(value) }),
    compile: ({ operator, value }) => {
      const satisfied = tests[operator](scoreOf, value);
      const codeOf = ({ scores }: RuleSnapshot, event: RuleEvent | null): RuleReasonCode => {
        if (event === null)
          return scores === null ? "score_missing" : satisfied(scores) ? "score_holds" : "score_not_reached";
        if (event.after === null) return "score_missing";
        if (!satisfied(event.after)) return "score_not_reached";
        return satisfied(event.before) ? "score_held_before" : "score_crossed";
      };
      return {
        requires: { of: "score", score, operator, value },
        fires: ({ before, after }) => satisfied(after) && !satisfied(before),
        holds: ({ scores }) => satisfied(scores),
        explain: (snapshot, event) => {
          const before = event ? event.before : snapshot.previousScores;
          const after = event ? event.after : snapshot.scores;
          return {
            code: codeOf(snapshot, event),
            score,
            operator,
            value,
            before: before && scoreOf(before),
            after: after && scoreOf(after),
          };
        },
      };
    },
  });

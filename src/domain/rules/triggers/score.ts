import * as z from "zod";
import { defineTrigger, type TriggerKind } from "#domain/rules/kinds.ts";
import { readNumber } from "#domain/rules/read-text.ts";
import { type Operator, operators, type TriggerType } from "#domain/rules/rule.ts";
import type { RuleReasonCode } from "#domain/rules/rule-reasons.ts";
import type { RuleEvent, RuleSnapshot, Scores } from "#domain/rules/snapshot.ts";

const fields = z.object({ operator: z.enum(operators), value: z.number().min(0).max(100) });

type ScoreOf = (scores: Scores) => number;
type Test = (scores: Scores | null) => boolean;
/** Nobody's score, and one that is no number, satisfies none of them. */
const tests: Record<Operator, (scoreOf: ScoreOf, value: number) => Test> = {
  ">=": (scoreOf, value) => (scores) => scores !== null && scoreOf(scores) >= value,
  "<=": (scoreOf, value) => (scores) => scores !== null && scoreOf(scores) <= value,
  "=": (scoreOf, value) => (scores) => scores !== null && scoreOf(scores) === value,
  "!=": (scoreOf, value) => (scores) => {
    const score = scores === null ? value : scoreOf(scores);
    return score < value || score > value;
  },
};

/** Fires when a score comes to satisfy the operator and did not before; somebody new satisfied nothing. */
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
      const codeOf = ({ scores }: RuleSnapshot, happening: RuleEvent | null): RuleReasonCode => {
        if (happening === null)
          return scores === null ? "score_missing" : satisfied(scores) ? "score_holds" : "score_not_reached";
        if (happening.after === null) return "score_missing";
        if (!satisfied(happening.after)) return "score_not_reached";
        return satisfied(happening.before) ? "score_held_before" : "score_crossed";
      };
      return {
        fires: ({ before, after }) => satisfied(after) && !satisfied(before),
        holds: ({ scores }) => satisfied(scores),
        explain: (snapshot, happening) => {
          const before = happening ? happening.before : snapshot.previousScores;
          const after = happening ? happening.after : snapshot.scores;
          return {
            code: codeOf(snapshot, happening),
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

import type { ScoreName } from "#domain/scoring/model.ts";
import type { RuleCondition, RuleTrigger } from "./rule.ts";

/** A row of a rule that compares a score with a fixed number. */
export type ScoreLimit = {
  part: "triggers" | "conditions";
  /** Its place among the rows of that part. */
  row: number;
  score: ScoreName;
  operator: ">=" | "<=";
  value: number;
};

const scoreOfTrigger: Readonly<Record<string, ScoreName>> = {
  intent_score: "intent",
  propensity_score: "propensity",
  churn_risk: "churn",
};
const conditionField = /^(intent|propensity|churn)_at_(least|most)$/;

const readValue = (text: unknown): number => Number.parseFloat(String(text).replace(",", "."));

/** The fixed limits in a rule. Rows with `=` and `!=` name one score and have no share of people to keep. */
export const findScoreLimits = ({
  triggers,
  conditions,
}: {
  triggers: readonly Pick<RuleTrigger, "type" | "operator" | "value">[];
  conditions: readonly Pick<RuleCondition, "type" | "field" | "value">[];
}): ScoreLimit[] => {
  const limits: ScoreLimit[] = [];
  triggers.forEach(({ type, operator, value }, row) => {
    const score = scoreOfTrigger[type];
    const limit = readValue(value);
    if (score && (operator === ">=" || operator === "<=") && Number.isFinite(limit))
      limits.push({ part: "triggers", row, score, operator, value: limit });
  });
  conditions.forEach(({ type, field, value }, row) => {
    const [, score, direction] = conditionField.exec(field.trim().toLowerCase()) ?? [];
    const limit = readValue(value);
    if (type !== "score" || !score || !Number.isFinite(limit)) return;
    const operator = direction === "least" ? ">=" : "<=";
    limits.push({ part: "conditions", row, score: score as ScoreName, operator, value: limit });
  });
  return limits;
};

const isWithin = ({ operator, value }: Pick<ScoreLimit, "operator" | "value">, score: number): boolean =>
  operator === ">=" ? score >= value : score <= value;

/** One person's score by the model in use and by another one; null where not enough is known. */
export type ScorePair = { before: number | null; after: number | null };

export type LimitEffect = {
  /** People within the limit, by the model in use and by the other one. */
  before: number;
  after: number;
  /** People who would come within it, and who would no longer be. */
  newly: number;
  noLonger: number;
  /** The limit that keeps the share of people; null where none comes closer than the present one. */
  proposed: number | null;
};

/** What another model would do to a limit, and the whole number that keeps its share of people best. */
export const compareLimit = (
  limit: Pick<ScoreLimit, "operator" | "value">,
  people: readonly ScorePair[],
): LimitEffect => {
  const known = (score: number | null): score is number => score !== null;
  const scoresAfter = people.map(({ after }) => after).filter(known);
  const scored = people.map(({ before }) => before).filter(known);
  const countAfter = (value: number): number =>
    scoresAfter.filter((score) => isWithin({ operator: limit.operator, value }, score)).length;
  const was = ({ before }: ScorePair): boolean => before !== null && isWithin(limit, before);
  const is = ({ after }: ScorePair): boolean => after !== null && isWithin(limit, after);
  const before = people.filter(was).length;
  const after = people.filter(is).length;
  // Of those who have a score: a model may know more people than the other.
  const share = scored.length === 0 ? 0 : before / scored.length;
  const wanted = share * scoresAfter.length;
  const distanceOf = (value: number): number => Math.abs(countAfter(value) - wanted);
  const candidates = Array.from({ length: 101 }, (_, value) => value);
  const best = candidates.toSorted(
    (a, b) => distanceOf(a) - distanceOf(b) || Math.abs(a - limit.value) - Math.abs(b - limit.value),
  )[0];
  const isBetter =
    best !== undefined && scoresAfter.length > 0 && distanceOf(best) < Math.abs(after - wanted);
  return {
    before,
    after,
    newly: people.filter((pair) => is(pair) && !was(pair)).length,
    noLonger: people.filter((pair) => was(pair) && !is(pair)).length,
    proposed: isBetter ? best : null,
  };
};

/** Fewer people, or a smaller part of those within a limit, are no reason to ask an administrator. */
const minMoved = 3;
const minMovedShare = 0.1;

/** Whether an administrator should see the effect before the model is used. */
export const needsDecision = ({ before, newly, noLonger }: Omit<LimitEffect, "proposed">): boolean =>
  newly + noLonger >= Math.max(minMoved, minMovedShare * before);

import type pg from "pg";
import { type ScoreName, scoreNames } from "#domain/scoring/model.ts";

export type ScoreDistribution = {
  average: number | null;
  /** People by score in steps of ten; the last includes 100. */
  steps: number[];
  quartiles: { lower: number; upper: number } | null;
};

/** Scores are whole numbers, so 101 counts tell everything about any number of people. */
const scoreCountsQuery = {
  name: "score-counts",
  text: `SELECT intent_score AS intent, propensity_to_buy AS propensity, churn_risk AS churn, count(*)::int AS people
    FROM ai_profiles GROUP BY GROUPING SETS ((intent_score), (propensity_to_buy), (churn_risk))`,
};

type CountRow = Record<ScoreName, number | null> & { people: number };

const describe = (counts: readonly { value: number; people: number }[]): ScoreDistribution => {
  const total = counts.reduce((sum, { people }) => sum + people, 0);
  const steps = new Array<number>(10).fill(0);
  for (const { value, people } of counts) {
    const step = Math.min(9, Math.floor(value / 10));
    steps[step] = (steps[step] ?? 0) + people;
  }
  if (total === 0) return { average: null, steps, quartiles: null };
  const sorted = counts.toSorted((a, b) => a.value - b.value);
  const valueAt = (share: number): number => {
    let before = 0;
    for (const { value, people } of sorted) {
      before += people;
      if (before >= share * total) return value;
    }
    return 100;
  };
  const sum = counts.reduce((all, { value, people }) => all + value * people, 0);
  return {
    average: Math.round(sum / total),
    steps,
    quartiles: { lower: valueAt(0.25), upper: valueAt(0.75) },
  };
};

export const readScoreDistributions = async (
  pool: pg.Pool,
): Promise<{ people: number; scores: Record<ScoreName, ScoreDistribution> }> => {
  const { rows } = await pool.query<CountRow>(scoreCountsQuery);
  const countsOf = (name: ScoreName) =>
    rows.flatMap((row) => (row[name] === null ? [] : [{ value: row[name], people: row.people }]));
  const [intent, propensity, churn] = scoreNames.map((name) => describe(countsOf(name)));
  const none: ScoreDistribution = { average: null, steps: new Array(10).fill(0), quartiles: null };
  return {
    people: countsOf("intent").reduce((sum, { people }) => sum + people, 0),
    scores: { intent: intent ?? none, propensity: propensity ?? none, churn: churn ?? none },
  };
};

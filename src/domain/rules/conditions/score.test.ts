import { expect, test } from "vitest";
import type { RuleSnapshot, Scores } from "#domain/rules/snapshot.ts";
import { scoreCondition } from "./score.ts";

const snapshotWith = (scores: Scores | null): RuleSnapshot => ({
  person: {
    id: "1",
    type: "lead",
    status: "new",
    tags: [],
    consents: {},
    optedOut: false,
    createdAt: 0,
  },
  scores,
  previousScores: null,
  now: 0,
  zones: { recipient: [], workspace: "UTC" },
});
const scores = { intent: 60, propensity: 40, churn: 20 };

test.each([
  ["intent_at_least", "60", scores, true, "score_holds"],
  ["intent_at_least", "61", scores, false, "score_not_reached"],
  ["Intent_At_Most", " 60 % ", scores, true, "score_holds"],
  ["propensity_at_most", "39", scores, false, "score_not_reached"],
  ["churn_at_least", "20", scores, true, "score_holds"],
  ["churn_at_most", "100", null, false, "score_missing"],
  ["intent_at_least", "a lot", scores, false, "row_unreadable"],
  ["intent_at_least", "101", scores, false, "row_unreadable"],
  ["mood_at_least", "1", scores, false, "row_unreadable"],
])("%s %s of %j", (field, value, given, holds, code) => {
  const compiled = scoreCondition.compile({ type: "score", field, value });
  expect(compiled.holds(snapshotWith(given))).toBe(holds);
  expect(compiled.explain(snapshotWith(given))).toMatchObject({ code });
});

import { describe, expect, test } from "vitest";
import { compareLimit, findScoreLimits, needsDecision, type ScorePair } from "./score-limits.ts";

const pairs = (before: readonly (number | null)[], after: readonly (number | null)[]): ScorePair[] =>
  before.map((score, index) => ({ before: score, after: after[index] ?? null }));

describe("the fixed limits of a rule", () => {
  test("are its triggers and conditions that compare a score with a number", () => {
    expect(
      findScoreLimits({
        triggers: [
          { type: "event", operator: "=", value: "form_submitted" },
          { type: "intent_score", operator: ">=", value: "75" },
          { type: "churn_risk", operator: "<=", value: " 20,5 " },
          { type: "propensity_score", operator: "!=", value: "50" },
        ],
        conditions: [
          { type: "consent", field: "sms", value: "true" },
          { type: "score", field: "Propensity_at_least", value: "40" },
          { type: "score", field: "intent_at_most", value: "many" },
        ],
      }),
    ).toEqual([
      { part: "triggers", row: 1, score: "intent", operator: ">=", value: 75 },
      { part: "triggers", row: 2, score: "churn", operator: "<=", value: 20.5 },
      { part: "conditions", row: 1, score: "propensity", operator: ">=", value: 40 },
    ]);
  });
});

describe("another model", () => {
  const atLeast = (value: number) => ({ operator: ">=", value }) as const;
  const atMost = (value: number) => ({ operator: "<=", value }) as const;

  test.each<
    [string, Parameters<typeof compareLimit>[0], ScorePair[], Partial<ReturnType<typeof compareLimit>>]
  >([
    ["changes nothing", atLeast(75), pairs([80, 20], [80, 20]), { newly: 0, noLonger: 0, proposed: null }],
    [
      "that halves all scores gets half the limit",
      atLeast(75),
      pairs([90, 80, 40, 20], [45, 40, 20, 10]),
      { before: 2, after: 0, newly: 0, noLonger: 2, proposed: 40 },
    ],
    [
      "that raises all scores gets a higher one, as near to the old one as will do",
      atLeast(50),
      pairs([60, 40, 30, 10], [95, 85, 80, 60]),
      { before: 1, after: 4, newly: 3, noLonger: 0, proposed: 86 },
    ],
    [
      "that puts others first keeps the share and names who comes and goes",
      atLeast(50),
      pairs([60, 40], [40, 60]),
      { before: 1, after: 1, newly: 1, noLonger: 1, proposed: null },
    ],
    [
      "is compared from above, too",
      atMost(20),
      pairs([10, 15, 50, 90], [40, 45, 70, 95]),
      { before: 2, after: 0, noLonger: 2, proposed: 45 },
    ],
    [
      "of somebody who was not known says that they come within the limit",
      atLeast(50),
      pairs([60, null], [60, 70]),
      { before: 1, after: 2, newly: 1, proposed: null },
    ],
    ["of nobody proposes nothing", atLeast(50), [], { before: 0, after: 0, proposed: null }],
    [
      "that can only keep nobody or everybody keeps what is nearest",
      atLeast(50),
      pairs([60, 55, 40, 30], [20, 20, 20, 20]),
      { before: 2, after: 0, proposed: null },
    ],
  ])("%s", (_what, limit, people, expected) => {
    expect(compareLimit(limit, people)).toMatchObject(expected);
  });

  test.each([
    ["one of ten people", { before: 10, newly: 1, noLonger: 0 }, false],
    ["three of ten", { before: 10, newly: 1, noLonger: 2 }, true],
    ["three of a hundred", { before: 100, newly: 3, noLonger: 0 }, false],
    ["ten of a hundred", { before: 100, newly: 0, noLonger: 10 }, true],
    ["three where nobody was", { before: 0, newly: 3, noLonger: 0 }, true],
  ])("that moves %s waits for an administrator: %j %s", (_what, moved, expected) => {
    expect(needsDecision({ after: 0, ...moved })).toBe(expected);
  });
});

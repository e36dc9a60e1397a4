import { describe, expect, test } from "vitest";
import type { ScoringFacts, ScoringSubject } from "#domain/scoring/features.ts";
import { scoreNames } from "#domain/scoring/model.ts";
import { startingScorer } from "#domain/scoring/scorer.ts";
import { buildScoreHistory, maxNumberedSteps, numberSteps, type ScoredEntry } from "./score-history.ts";

const day = 86_400_000;
const createdAt = Date.UTC(2026, 9, 24);
const now = createdAt + 20 * day;
const facts: ScoringFacts = {
  type: "lead",
  status: "new",
  sources: ["web form"],
  optedOut: false,
  consented: true,
  createdAt,
  tags: [],
  choices: {},
  language: "es",
  region: "PR",
};

const entry = (id: string, type: string, days: number): ScoredEntry => ({
  id,
  at: createdAt + days * day,
  activities: [{ type, at: createdAt + days * day }],
});
const build = (entries: ScoredEntry[], more: Partial<ScoringFacts> = {}) =>
  buildScoreHistory({ entries, facts: { ...facts, ...more }, scorer: startingScorer, now });

describe("which steps of the plot have numbers", () => {
  const steps = (...intents: number[]) =>
    intents.map((intent) => ({ effect: { intent, propensity: 0, churn: 0 } }));
  const ten = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];

  test.each<[string, number[], (number | null)[]]>([
    ["none without steps", [], []],
    ["a single one", [1], [1]],
    ["all of ten, in the order of time", [5, 1, 9, 1, 1, 1, 1, 1, 1, 1], ten],
    ["ten of eleven, without the smallest", [5, 1, 9, 2, 2, 2, 2, 2, 2, 2, 2], [1, null, ...ten.slice(1)]],
    ["of equal ones the later", [3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3], [null, null, ...ten]],
    ["a large fall as well as a rise", [1, -20, 2, 2, 2, 2, 2, 2, 2, 2, 2], [null, ...ten]],
  ])("%s", (_name, intents, numbers) => {
    expect(numberSteps(steps(...intents)).map(({ number }) => number)).toEqual(numbers);
  });

  test("the size of a step is what it did to all three scores", () => {
    const small = Array.from({ length: 10 }, () => ({ effect: { intent: 4, propensity: 0, churn: 0 } }));
    const numbered = numberSteps([{ effect: { intent: 3, propensity: 1, churn: -1 } }, ...small]);
    expect(numbered.map(({ number }) => number)).toEqual([1, null, ...ten.slice(1)]);
  });
});

describe("the history of scores", () => {
  const entries = [
    entry("form", "form_submitted", 0),
    entry("created", "person_created", 0),
    entry("quote", "quote_requested", 8),
    entry("said", "said_ready_to_buy", 19),
  ];

  test("has a numbered step for each entry that moved a score, oldest first", () => {
    const { steps } = build(entries);
    expect(steps.map(({ entryId, number }) => [number, entryId])).toEqual([
      [1, "form"],
      [2, "quote"],
      [3, "said"],
    ]);
    expect(steps.every(({ effect }) => effect.intent > 0)).toBe(true);
  });

  test("adds up: start, steps and time lead to the end, which is the score of now", () => {
    const { start, steps, timeEffect, end } = build(entries);
    for (const name of scoreNames)
      expect(start[name] + steps.reduce((sum, { effect }) => sum + effect[name], 0) + timeEffect[name]).toBe(
        end[name],
      );
    expect(end.at).toBe(now);
    expect(timeEffect.intent).toBeLessThan(0);
  });

  test("draws points in the order of time, each step as a vertical line", () => {
    const { points, steps } = build(entries);
    const times = points.map(({ at }) => at);
    expect(times).toEqual([...times].sort((a, b) => a - b));
    for (const { at } of steps) expect(points.filter((point) => point.at === at).length).toBeGreaterThan(1);
  });

  test("without entries is a line of time alone", () => {
    const { steps, start, end, points } = build([]);
    expect(steps).toEqual([]);
    expect([start.at, end.at]).toEqual([createdAt, now]);
    expect(points[0]).toEqual(start);
  });

  test("follows the stage as it was, and an opt-out", () => {
    const staged: ScoredEntry = {
      id: "stage",
      at: createdAt + 5 * day,
      activities: [],
      stage: { from: "new", to: "qualified" },
    };
    const left: ScoredEntry = { ...entry("left", "opted_out", 9), optedOut: true };
    const form = entry("form", "form_submitted", 1);
    const { steps, start } = build([form, staged, left], { status: "qualified", optedOut: true });
    expect(steps.map(({ entryId }) => entryId)).toEqual(["form", "stage", "left"]);
    expect(start.intent).toBe(build([form]).start.intent);
    expect(steps[2]?.effect.churn).toBeGreaterThan(0);
  });

  test("begins when enough is known for scores", () => {
    const staged: ScoredEntry = {
      id: "stage",
      at: createdAt + 5 * day,
      activities: [],
      stage: { from: "new", to: "qualified" },
    };
    const { steps, start, points } = build([staged, entry("form", "form_submitted", 8)], {
      status: "qualified",
    });
    expect(steps.map(({ entryId }) => entryId)).toEqual(["form"]);
    expect(start.at).toBe(createdAt + 8 * day);
    expect(points[0]).toEqual(start);
  });

  test("numbers only the largest steps of many, and sums up the others", () => {
    const many = Array.from({ length: 60 }, (_, index) => entry(`e${index}`, "page_viewed", index / 4));
    const scorer = {
      ...startingScorer,
      score: ({ history }: ScoringSubject) => {
        const visits = Math.round((history.counts.visited ?? 0) * 10);
        const estimate = { intent: visits, propensity: 0, churn: 0 };
        return { scores: estimate, estimate, features: {} };
      },
    };
    const { steps, unnumbered, start, timeEffect, end } = buildScoreHistory({
      entries: many,
      facts,
      scorer,
      now,
    });
    expect(steps.length).toBeGreaterThan(maxNumberedSteps);
    const numbered = steps.filter(({ number }) => number !== null);
    expect(numbered.map(({ number }) => number)).toEqual(
      Array.from({ length: maxNumberedSteps }, (_, index) => index + 1),
    );
    expect(unnumbered.count).toBe(steps.length - maxNumberedSteps);
    const shown = numbered.reduce((sum, { effect }) => sum + effect.intent, 0);
    expect(start.intent + shown + unnumbered.effect.intent + timeEffect.intent).toBe(end.intent);
  });

  test("counts an instant in the future as now", () => {
    const { points } = build([entry("later", "quote_requested", 40)]);
    expect(points.every(({ at }) => at <= now)).toBe(true);
  });
});

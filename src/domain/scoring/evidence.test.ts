import { describe, expect, test } from "vitest";
import { explainScores } from "./explain.ts";
import type { ScoringFacts } from "./features.ts";
import { buildHistory, type PastActivity } from "./history.ts";
import { createScorer, startingScorer } from "./scorer.ts";

const day = 86_400_000;
const now = Date.parse("2026-11-11T16:00:00Z");
const ago = (days: number, ...types: string[]): PastActivity[] =>
  types.map((type) => ({ type, at: now - days * day }));
const factsWith = (change: Partial<ScoringFacts> = {}): ScoringFacts => ({
  type: "lead",
  status: "new",
  sources: ["CSV import"],
  optedOut: false,
  consented: false,
  createdAt: now - 200 * day,
  tags: [],
  choices: {},
  language: null,
  region: null,
  ...change,
});
const subjectOf = (activities: PastActivity[], facts: Partial<ScoringFacts> = {}) => ({
  facts: factsWith(facts),
  history: buildHistory(activities, now),
  now,
});

/** A model of one event type of the workspace's own. */
const learnedScorer = createScorer({
  churn: {
    version: "churn-1",
    model: {
      format: 1,
      intercept: 0,
      columns: [],
      treeEncodings: [],
      trees: [],
      strengths: [
        { feature: "event:roof_measured", logOdds: 1, share: 0.9 },
        { feature: "event:contact_synced", logOdds: 1, share: 0.1 },
        { feature: "event:door_rung", logOdds: 0, share: 0 },
      ],
    },
  },
});

describe("not enough is known of somebody who", () => {
  test.each<[string, PastActivity[], Partial<ScoringFacts>]>([
    ["was imported long ago", [], {}],
    [
      "was added by hand with consents and tags",
      ago(0, "person_created"),
      { consented: true, tags: ["vip"] },
    ],
    ["is a customer by their record only", [], { type: "customer", status: "converted" }],
    ["was moved to a stage by the team", ago(3, "status_changed", "note"), { status: "contacted" }],
    ["got two messages", ago(1, "message_sent", "sms_sent"), {}],
    ["is kept up to date by another system", ago(90, "contact.updated", "contact_synced"), {}],
    ["was recommended by a partner", ago(1, "referral_received"), {}],
    ["had an event that nobody knows the meaning of", ago(1, "zone_recalculated"), {}],
  ])("%s", (_who, activities, facts) => {
    expect(startingScorer.score(subjectOf(activities, facts)).scores).toBeNull();
  });

  test("had events that no model has learned the meaning of, or that only keep records", () => {
    for (const type of ["contact_synced", "door_rung", "zone_recalculated"])
      expect(learnedScorer.score(subjectOf(ago(1, type))).scores, type).toBeNull();
  });
});

describe("scores are given to somebody who", () => {
  test.each<[string, PastActivity[], Partial<ScoringFacts>]>([
    ["looked at a page long ago", ago(150, "page_viewed"), {}],
    ["filled in a form", ago(0, "form_submitted"), {}],
    ["complained", ago(10, "complaint"), {}],
    ["left five messages unanswered", ago(2, ...Array.from({ length: 5 }, () => "sms_sent")), {}],
    ["must not be contacted", [], { optedOut: true }],
  ])("%s", (_who, activities, facts) => {
    const { scores, estimate } = startingScorer.score(subjectOf(activities, facts));
    expect(scores).toEqual(estimate);
  });

  test("did something that a model has learned the meaning of", () => {
    expect(learnedScorer.score(subjectOf(ago(1, "roof_measured"))).scores).not.toBeNull();
  });
});

describe("somebody who has opted out", () => {
  const hot = [
    ...ago(0, "quote_requested", "reply", "said_ready_to_buy"),
    ...ago(1, "form_submitted", "purchase"),
  ];

  test.each([
    ["the starting weights", startingScorer],
    ["learned models, which never saw such people", learnedScorer],
  ])("is neither ready to buy nor safe, whatever they did before, by %s", (_models, scorer) => {
    const { scores } = scorer.score(subjectOf(hot, { optedOut: true }));
    expect(scores?.intent).toBeLessThanOrEqual(5);
    expect(scores?.propensity).toBeLessThanOrEqual(10);
    expect(scores?.churn).toBeGreaterThanOrEqual(80);
    expect(startingScorer.score(subjectOf(hot)).scores?.intent).toBeGreaterThan(90);
  });

  test.each([startingScorer, learnedScorer])(
    "sees the opt-out among the reasons, and the parts add up",
    (scorer) => {
      const subject = subjectOf(hot, { optedOut: true });
      const { estimate } = scorer.score(subject);
      for (const { name, value, base, parts } of explainScores(subject, hot, scorer)) {
        expect(value).toBe(estimate[name]);
        const optOut = parts.find(({ feature }) => feature === "unreachable");
        expect(Math.sign(optOut?.points ?? 0), name).toBe(name === "churn" ? 1 : -1);
        const sum = parts.reduce((total, { points }) => total + points, base);
        expect(Math.abs(sum - value), name).toBeLessThan(2.5);
      }
    },
  );
});

test("a customer is not about to buy, however active they are, and the reason is that they have bought", () => {
  const active = ago(0, "quote_requested", "reply", "said_ready_to_buy");
  expect(startingScorer.score(subjectOf(active)).estimate.propensity).toBeGreaterThan(50);
  const customer = subjectOf(active, { status: "converted" });
  const { estimate } = startingScorer.score(customer);
  expect(estimate.propensity).toBe(50);
  expect(estimate.intent).toBeGreaterThan(90);
  const propensity = explainScores(customer, active, startingScorer).find(
    ({ name }) => name === "propensity",
  );
  expect(propensity?.value).toBe(50);
  expect(propensity?.parts.find(({ feature }) => feature === "stage_converted")?.points).toBeLessThan(0);
});

test("nobody stands at the end of the scale for one thing they did", () => {
  for (const type of [
    "quote_requested",
    "form_submitted",
    "reply",
    "message_received",
    "page_viewed",
    "call_completed",
  ])
    for (const value of Object.values(startingScorer.score(subjectOf(ago(0, type))).estimate))
      expect(value, type).toBeLessThan(90);
});

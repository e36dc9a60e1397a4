import { describe, expect, test } from "vitest";
import { behaviours, classifyBehaviour } from "./behaviours.ts";
import { explainScores, scoreReasons } from "./explain.ts";
import { computeFeatures, features, type ScoringFacts } from "./features.ts";
import { addActivity, buildHistory, emptyHistory, type PastActivity, parseHistory } from "./history.ts";
import { priorModel } from "./model.ts";
import { computeScore } from "./score.ts";
import { startingScorer } from "./scorer.ts";

const day = 86_400_000;
const now = Date.parse("2026-11-11T16:00:00Z");
const ago = (days: number, ...types: string[]): PastActivity[] =>
  types.map((type) => ({ type, at: now - days * day }));

const leadFacts = (change: Partial<ScoringFacts> = {}): ScoringFacts => ({
  type: "lead",
  status: "new",
  sources: ["Website form"],
  optedOut: false,
  consented: true,
  createdAt: now - 2 * day,
  tags: [],
  choices: {},
  language: null,
  region: null,
  ...change,
});
const estimateOf = (activities: PastActivity[], facts: Partial<ScoringFacts> = {}, at = now) =>
  startingScorer.score({ facts: leadFacts(facts), history: buildHistory(activities, at), now: at }).estimate;

describe("the prior model", () => {
  test.each<
    [
      string,
      PastActivity[],
      Partial<ScoringFacts>,
      Partial<Record<"intent" | "propensity" | "churn", [number, number]>>,
    ]
  >([
    [
      "fills a form and replies today",
      ago(0, "form_submitted", "reply"),
      {},
      { intent: [55, 85], propensity: [35, 65], churn: [15, 40] },
    ],
    [
      "asks for a quote today",
      ago(0, "quote_requested"),
      {},
      { intent: [75, 90], propensity: [30, 60], churn: [15, 45] },
    ],
    [
      "fills a form today",
      ago(0, "form_submitted"),
      {},
      { intent: [15, 35], propensity: [20, 45], churn: [40, 60] },
    ],
    ["only looked at a page today", ago(0, "page_viewed"), {}, { intent: [5, 25], churn: [40, 65] }],
    [
      "came from a list and did nothing",
      [],
      { sources: ["CSV import"], consented: false },
      { intent: [0, 20], propensity: [0, 15] },
    ],
    [
      "asked for a quote two months ago and went quiet",
      ago(60, "quote_requested"),
      { createdAt: now - 60 * day },
      { intent: [0, 30], churn: [60, 90] },
    ],
    [
      "is silent for 90 days",
      ago(90, "form_submitted", "reply"),
      { createdAt: now - 100 * day },
      { intent: [0, 15], churn: [80, 100] },
    ],
    [
      "bought a month ago and wrote yesterday",
      [...ago(30, "purchase"), ...ago(1, "message_received")],
      { type: "customer", status: "converted", createdAt: now - 90 * day },
      { churn: [0, 20], propensity: [50, 90] },
    ],
    [
      "talks, is qualified and was referred",
      [...ago(3, "call_completed", "reply"), ...ago(1, "appointment_booked")],
      { status: "qualified", sources: ["Partner referral"] },
      { intent: [85, 100], propensity: [70, 95] },
    ],
    [
      "opted out after a form",
      ago(1, "form_submitted", "opted_out"),
      { optedOut: true },
      { intent: [0, 5], propensity: [0, 10], churn: [80, 100] },
    ],
    [
      "never answered five messages",
      ago(1, "message_sent", "message_sent", "message_sent", "message_sent", "message_sent"),
      { createdAt: now - 20 * day },
      { intent: [0, 15], churn: [40, 100] },
    ],
  ])("scores a person who %s", (_who, activities, facts, expected) => {
    const scores = estimateOf(activities, facts);
    for (const [name, [least, most]] of Object.entries(expected)) {
      expect({ name, ...scores }[name as "intent"], name).toBeGreaterThanOrEqual(least);
      expect({ name, ...scores }[name as "intent"], name).toBeLessThanOrEqual(most);
    }
  });

  test("every behaviour moves each score in the direction of its weight", () => {
    const pasts = [
      [],
      ago(0, "reply"),
      ago(40, "form_submitted"),
      ago(200, "purchase", "complaint"),
      ago(1, "message_sent", "message_sent"),
    ];
    for (const activities of pasts)
      for (const { id, types } of behaviours) {
        if (id === "contacted") continue;
        const more = [...activities, ...ago(0, types[0] ?? "something_else")];
        const explain = (past: PastActivity[]) =>
          startingScorer.explain({
            facts: leadFacts({ createdAt: 0 }),
            history: buildHistory(past, now),
            now,
          });
        const before = explain(activities);
        const after = explain(more);
        for (const name of ["intent", "propensity", "churn"] as const) {
          const direction = Math.sign(priorModel.scores[name].weights[id] ?? 0);
          expect(
            (after[name].logOdds - before[name].logOdds) * direction,
            `${id} for ${name}`,
          ).toBeGreaterThan(0);
        }
      }
  });

  test("inactivity lowers intent and raises churn risk every day", () => {
    const activities = ago(0, "form_submitted", "reply");
    const days = Array.from({ length: 120 }, (_, n) => estimateOf(activities, {}, now + n * day));
    for (let n = 1; n < days.length; n++) {
      expect(days[n]?.intent).toBeLessThanOrEqual(days[n - 1]?.intent ?? 0);
      expect(days[n]?.churn).toBeGreaterThanOrEqual(days[n - 1]?.churn ?? 100);
    }
  });

  test("has weights for existing features only", () => {
    const known = new Set(features.map(({ id }) => id));
    for (const { weights } of Object.values(priorModel.scores))
      expect(Object.keys(weights).filter((feature) => !known.has(feature))).toEqual([]);
    expect(known.size).toBe(features.length);
  });

  test("explains a score by its strongest contributions first", () => {
    const subject = {
      facts: leadFacts(),
      history: buildHistory(ago(0, "quote_requested", "reply"), now),
      now,
    };
    const { intent } = startingScorer.explain(subject);
    const sum = intent.contributions.reduce(
      (total, part) => total + part.logOdds,
      priorModel.scores.intent.bias,
    );
    expect(sum).toBeCloseTo(intent.logOdds, 9);
    const [first, second] = scoreReasons(intent);
    expect(first).toMatchObject({ code: "score_asked", value: 1, version: "prior-4" });
    expect(second).toMatchObject({ code: "score_replied" });
    expect(first?.points).toBeGreaterThan(5);
    expect(scoreReasons(intent, 2)).toHaveLength(2);
  });

  test("explains a score by parts that sum up from the base to the value", () => {
    const activities = [...ago(3, "quote_requested", "reply"), ...ago(1, "quote_requested", "complaint")];
    const subject = { facts: leadFacts(), history: buildHistory(activities, now), now };
    for (const { name, value, base, parts } of explainScores(subject, activities, startingScorer)) {
      const sum = parts.reduce((total, part) => total + part.points, base);
      // The base and every part are rounded.
      expect(Math.abs(sum - value), name).toBeLessThan(2.5);
    }
    const [intent] = explainScores(subject, activities, startingScorer);
    const asked = intent?.parts.find(({ feature }) => feature === "asked");
    expect(asked).toMatchObject({ times: 2, lastAt: now - day, halfLifeDays: 14 });
    expect(intent?.parts.find(({ feature }) => feature === "complained")?.points).toBeLessThan(0);
    expect(intent?.parts.find(({ feature }) => feature === "consented")).toMatchObject({
      times: null,
      lastAt: null,
      halfLifeDays: null,
    });
  });

  test("keeps scores between 0 and 100 for any input", () => {
    const rubbish = [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, -1, 1e308, 0];
    for (const at of rubbish)
      for (const createdAt of rubbish)
        for (const many of [0, 1, 500]) {
          const activities = Array.from({ length: many }, () => ({ type: "reply", at }));
          const scores = estimateOf(activities, { createdAt }, at);
          for (const value of Object.values(scores)) {
            expect(Number.isInteger(value)).toBe(true);
            expect(value).toBeGreaterThanOrEqual(0);
            expect(value).toBeLessThanOrEqual(100);
          }
        }
    const wild = {
      version: "wild",
      scores: {
        ...priorModel.scores,
        intent: { bias: Number.NaN, weights: { recent: Number.NaN, new: 1e308, nothing: 5 } },
      },
    };
    const values = computeFeatures({ facts: leadFacts(), history: emptyHistory, now });
    expect(computeScore(values, wild, "intent").value).toBe(100);
  });
});

describe("a behaviour history", () => {
  const activities: PastActivity[] = [
    "reply",
    "page_viewed",
    "page_viewed",
    "opted_out",
    "quote_requested",
    "message_sent",
    "odd",
  ].map((type, n) => ({ type, at: now - n * 3.3 * day }));
  const expectClose = (one: ReturnType<typeof buildHistory>, other: ReturnType<typeof buildHistory>) => {
    expect({ ...one, counts: {}, details: {} }).toEqual({ ...other, counts: {}, details: {} });
    for (const key of Object.keys(one.details))
      expect(one.details[key]).toBeCloseTo(other.details[key] ?? 0, 10);
    for (const { id } of behaviours) expect(one.counts[id] ?? 0).toBeCloseTo(other.counts[id] ?? 0, 9);
  };

  test("does not depend on the order in which activities are added", () => {
    const orders = [
      activities,
      activities.toReversed(),
      activities.toSorted((a, b) => String(a.type).localeCompare(String(b.type))),
    ];
    for (const order of orders) expectClose(buildHistory(order, now), buildHistory(activities, now));
    const stepwise = activities
      .toReversed()
      .reduce(
        (history, one) => addActivity(parseHistory(JSON.parse(JSON.stringify(history))), one, one.at),
        emptyHistory,
      );
    expectClose(stepwise, buildHistory(activities, now));
  });

  test("decays by half in a half-life, counts the future as now and ignores invalid instants", () => {
    const then = addActivity(emptyHistory, { type: "reply", at: now - 10 * day }, now);
    expect(addActivity(then, { type: "reply", at: now }, now).counts.replied).toBeCloseTo(1.5, 9);
    expect(addActivity(emptyHistory, { type: "reply", at: now + day }, now).lastActiveAt).toBe(now);
    expect(addActivity(emptyHistory, { type: "reply", at: Number.NaN }, now)).toBe(emptyHistory);
    expect(addActivity(emptyHistory, { type: "status_changed", at: now }, now)).toBe(emptyHistory);
  });

  test.each([
    null,
    undefined,
    5,
    "x",
    [],
    {},
    { at: "x" },
    { at: -1, counts: {} },
    { counts: { replied: 1 } },
  ])("stored as %j is read as empty", (value) => expect(parseHistory(value)).toEqual(emptyHistory));

  test("is read from storage without invalid counts", () => {
    const value = {
      at: 5,
      counts: { replied: 2, wrote: "x", asked: -1, gone: 3 },
      lastActiveAt: "x",
      lastReplyAt: 4,
    };
    expect(parseHistory(value)).toEqual({
      at: 5,
      counts: { replied: 2 },
      details: {},
      lastActiveAt: null,
      lastReplyAt: 4,
      lastChannel: null,
    });
  });
});

test.each([
  ["form_submitted", "filled_form"],
  ["FormSubmitted", "filled_form"],
  ["contact form", "filled_form"],
  ["quote.requested", "asked"],
  ["Cotización pedida", "asked"],
  ["order/created", "bought"],
  ["email_opened", "opened"],
  ["ad_clicked", "clicked"],
  ["whatsapp_received", "wrote"],
  ["sms_sent", "contacted"],
  ["referral_received", "other"],
  ["call_completed", "talked"],
  ["unsubscribe", "opted_out"],
  ["subscription_cancelled", "complained"],
  ["outage_reported", "other"],
  ["information_updated", "other"],
  ["contact.updated", "other"],
  ["baja de precio", "other"],
  ["person_created", null],
  ["event_received", null],
  ["", null],
  ["!!!", null],
  [null, null],
])("an event of type %s is %s", (type, behaviour) => {
  expect(classifyBehaviour(type)).toBe(behaviour);
});

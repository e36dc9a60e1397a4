import { describe, expect, test } from "vitest";
import { createRowScorer } from "#domain/learning/model.ts";
import { seedSequence } from "#domain/learning/splits.ts";
import { learnedEffects, startingEffects } from "./effects.ts";
import { createExampleTable } from "./example-table.ts";
import type { ScoringFacts } from "./features.ts";
import { buildHistory, emptyHistory } from "./history.ts";
import { priorModel } from "./model.ts";
import type { OutcomeLabel } from "./outcomes.ts";
import { createScorer, startingScorer } from "./scorer.ts";
import { measureDrift, neededPeople, type ScoreExamples, trainScore } from "./train-score.ts";

const day = 86_400_000;
const now = Date.parse("2026-11-11T16:00:00Z");
const label = (happened: boolean, change: Partial<OutcomeLabel> = {}): OutcomeLabel => ({
  happened,
  isCertain: true,
  isComplete: true,
  afterMs: 5 * day,
  ...change,
});

/** People of whom some have a feature; `chance` is that of the outcome with and without it. */
const makeExamples = (
  count: number,
  chance: [having: number, lacking: number],
  { seed = 1, share = 0.4, labels = label }: { seed?: number; share?: number; labels?: typeof label } = {},
): ScoreExamples => {
  const random = seedSequence(seed);
  const table = createExampleTable();
  const rows = Array.from({ length: count }, () => {
    const has = random() < share;
    table.add({ recent: 0.5, ...(has ? { "event:visited_showroom": 0.7 } : {}) });
    return random() < chance[has ? 0 : 1];
  });
  return {
    columns: table.finish(),
    times: Float64Array.from(rows, (_, row) => now - 90 * day + (row * 80 * day) / count),
    people: Uint32Array.from(rows, (_, row) => row),
    labels: rows.map((happened) => labels(happened)),
  };
};

describe("learning a score", () => {
  test("finds the feature that decides, and the model scores by it", () => {
    const trained = trainScore("propensity", makeExamples(400, [0.9, 0.1]));
    expect(trained).toMatchObject({ basis: "complete", people: 400, refusal: undefined });
    const effects = trained.description ? learnedEffects(trained.description) : [];
    expect(effects[0]).toMatchObject({ feature: "event:visited_showroom" });
    expect(effects[0]?.factor).toBeGreaterThan(10);

    const scorer = createScorer(
      trained.model ? { propensity: { version: "propensity-1", model: trained.model } } : {},
    );
    const facts: ScoringFacts = {
      type: "lead",
      status: "new",
      sources: [],
      optedOut: false,
      consented: false,
      createdAt: now - 7 * day,
      tags: [],
      choices: {},
      language: null,
      region: null,
    };
    const subject = (types: string[]) => ({
      facts,
      history: buildHistory(
        types.map((type) => ({ type, at: now - 7 * day })),
        now,
      ),
      now,
    });
    const having = scorer.score(subject(["visited_showroom"])).estimate.propensity;
    const lacking = scorer.score(subject([])).estimate.propensity;
    expect(having).toBeGreaterThan(75);
    expect(lacking).toBeLessThan(25);
    const { propensity } = scorer.explain(subject(["visited_showroom"]));
    expect(propensity.value).toBe(having);
    const sum = propensity.contributions.reduce((total, { logOdds }) => total + logOdds, propensity.base);
    expect(sum).toBeCloseTo(propensity.logOdds, 9);
    const named = (types: string[]) =>
      scorer.explain(subject(types)).propensity.contributions.map(({ feature }) => feature);
    expect(named(["visited_showroom"])).toContain("event:visited_showroom");
    expect(named([])).not.toContain("event:visited_showroom");
  });

  test("what hardly any example has keeps its starting weight", () => {
    const table = createExampleTable();
    const examples = makeExamples(400, [0.9, 0.1]);
    const random = seedSequence(1);
    for (let row = 0; row < 400; row += 1) {
      const has = random() < 0.4;
      random();
      // The only person who wrote that they want to buy did not.
      const wrote = row === 7 ? { said_yes: 0.7 } : {};
      table.add({ recent: 0.5, ...(has ? { "event:visited_showroom": 0.7 } : {}), ...wrote });
    }
    const labels = examples.labels.map((known, row) => (row === 7 ? label(false) : known));
    const { model } = trainScore("propensity", { ...examples, columns: table.finish(), labels });
    if (!model) throw new Error("A model was expected");
    const scoreRow = createRowScorer(model);
    const [without, writing] = [scoreRow({ recent: 0.5 }), scoreRow({ recent: 0.5, said_yes: 0.7 })];
    const oddsOf = (probability: number) => probability / (1 - probability);
    expect(oddsOf(writing) / oddsOf(without)).toBeCloseTo(
      Math.exp(0.7 * (priorModel.scores.propensity.weights.said_yes ?? 0)),
      5,
    );
  });

  test("the same examples give the same model", () => {
    const [one, other] = [1, 2].map(
      () => trainScore("intent", makeExamples(300, [0.8, 0.2])).description?.hash,
    );
    expect(one).toMatch(/^[0-9a-f]{16}$/);
    expect(other).toBe(one);
    expect(trainScore("intent", makeExamples(300, [0.8, 0.2], { seed: 9 })).description?.hash).not.toBe(one);
  });

  test("noise is refused", () => {
    expect(trainScore("propensity", makeExamples(300, [0.4, 0.4])).refusal?.code).toMatch(
      /no_usable_signal|prior_is_better/,
    );
  });

  test("too few people of one outcome are refused with their number", () => {
    const trained = trainScore("churn", makeExamples(200, [0.02, 0.02]));
    expect(trained.model).toBeUndefined();
    expect(trained.refusal).toMatchObject({ code: "not_enough_history", need: neededPeople });
    expect(trained.refusal).toHaveProperty("have", Math.min(trained.outcomes, trained.others));
  });

  test("many moments of few people are not many people", () => {
    const examples = makeExamples(400, [0.9, 0.1]);
    const people = examples.people.map((row) => row % 8);
    expect(trainScore("propensity", { ...examples, people }).refusal).toMatchObject({
      code: "not_enough_history",
      need: neededPeople,
    });
  });

  test("while windows are open, what happened so far counts after the usual time", () => {
    const open = (followedMs: number) =>
      makeExamples(300, [0.9, 0.1], {
        labels: (happened) =>
          label(happened, {
            isCertain: happened,
            isComplete: false,
            afterMs: happened ? 2 * day : followedMs,
          }),
      });
    expect(trainScore("propensity", open(3 * day))).toMatchObject({ basis: "so_far", refusal: undefined });
    expect(trainScore("propensity", open(day)).refusal).toMatchObject({ code: "not_enough_history" });
  });
});

describe("drift", () => {
  const { model } = trainScore("propensity", makeExamples(400, [0.9, 0.1]));
  const trainedUntil = now - 50 * day;
  const measure = (share: number, chance: [number, number]) => {
    const before = makeExamples(300, [0.9, 0.1], { seed: 3 });
    const since = makeExamples(300, chance, { seed: 4, share });
    const table = createExampleTable();
    const valuesOf = ({ columns }: ScoreExamples) =>
      columns.find(({ name }) => name === "event:visited_showroom");
    for (const examples of [before, since]) {
      const column = valuesOf(examples);
      for (let row = 0; row < 300; row += 1) {
        const value = column?.kind === "number" ? (column.values[row] ?? Number.NaN) : Number.NaN;
        table.add({ recent: 0.5, ...(Number.isNaN(value) ? {} : { "event:visited_showroom": value }) });
      }
    }
    const examples: ScoreExamples = {
      columns: table.finish(),
      times: Float64Array.from({ length: 600 }, (_, row) => trainedUntil + (row < 300 ? -day : day)),
      people: Uint32Array.from({ length: 600 }, (_, row) => row),
      labels: [...before.labels, ...since.labels],
    };
    return model && measureDrift(model, examples, { trainedUntil, logLoss: 0.35 });
  };
  test.each<[string, number, [number, number], "none" | "watch" | "strong"]>([
    ["the same people", 0.4, [0.9, 0.1], "none"],
    ["other people, who behave the same", 0.9, [0.9, 0.1], "strong"],
    ["the same people, who behave differently", 0.4, [0.2, 0.6], "strong"],
  ])("%s", (_name, share, chance, level) => {
    expect(measure(share, chance)).toMatchObject({ level });
  });
});

test("the starting weights name what they rest on", () => {
  expect(startingEffects("churn")[0]).toMatchObject({ feature: "silent", category: null });
  expect(startingEffects("intent").find(({ feature }) => feature === "opted_out")?.factor).toBeLessThan(0.2);
  const total = startingEffects("intent").reduce((sum, { share }) => sum + share, 0);
  expect(total).toBeCloseTo(1, 9);
  expect(startingScorer.version).toBe("prior-4");
  expect(emptyHistory.details).toEqual({});
});

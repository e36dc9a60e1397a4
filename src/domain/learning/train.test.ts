import { describe, expect, test } from "vitest";
import { priorModel } from "#domain/scoring/model.ts";
import { computeScore, toProbability } from "#domain/scoring/score.ts";
import { computeAuc } from "./metrics.ts";
import { describeModel, explain, type LearnedModel, modelHash, predictRows, score } from "./model.ts";
import { allRows, forwardSplits, seedSequence, splitTable } from "./splits.ts";
import { buildTable, type FeatureRow, selectRows, type TrainingTable } from "./table.ts";
import { type TrainingOptions, type TrainingReport, type TrainingResult, train } from "./train.ts";

/** People with an age, visits (often none), a city and a column without meaning; the outcome follows known log-odds. */
const makePeople = (count: number, seed = 1) => {
  const next = seedSequence(seed);
  const rows = Array.from({ length: count }, () => ({
    age: Math.round(20 + 60 * next()),
    visits: next() < 0.5 ? 0 : Math.ceil(8 * next()),
    city: ["Ponce", "Mayagüez", "San Juan"][Math.floor(3 * next())] ?? "",
    noise: next() < 0.1 ? null : next(),
  }));
  const logOdds = rows.map(
    ({ age, visits, city }) =>
      -1 + (age - 50) / 20 + (visits > 0 ? 1.5 : 0) + (city === "Ponce" ? 1 : city === "San Juan" ? -1 : 0),
  );
  const labels = logOdds.map((value) => next() < toProbability(value));
  return { rows, labels, logOdds };
};

const trainModel = (
  table: TrainingTable,
  options?: TrainingOptions,
): { model: LearnedModel; report: TrainingReport } => {
  const result = train(table, options);
  if (!result.ok) throw new Error(`refused: ${result.refusal.code}`);
  return result;
};
const refusalOf = (result: TrainingResult): string | undefined =>
  result.ok ? undefined : result.refusal.code;

const people = makePeople(800);
const trained = trainModel(buildTable(people.rows, people.labels));

describe("a model of people with known log-odds", () => {
  const { model, report } = trained;
  const weightOf = (feature: string, value: FeatureRow[string]) =>
    explain(model, { ...people.rows[0], [feature]: value }).contributions.find(
      (found) => found.feature === feature,
    )?.logOdds ?? 0;

  test("recovers the weights", () => {
    expect(weightOf("visits", 3) - weightOf("visits", 0)).toBeGreaterThan(1.1);
    expect(weightOf("visits", 3) - weightOf("visits", 0)).toBeLessThan(1.9);
    expect(weightOf("city", "Ponce") - weightOf("city", "San Juan")).toBeGreaterThan(1.5);
    expect(weightOf("city", "Ponce") - weightOf("city", "San Juan")).toBeLessThan(2.5);
    expect(weightOf("age", 75) - weightOf("age", 25)).toBeGreaterThan(1.7);
    expect(Math.abs(weightOf("noise", 0.9) - weightOf("noise", 0.1))).toBeLessThan(0.5);
  });

  test("ranks unseen people nearly as well as the true log-odds", () => {
    const unseen = makePeople(2000, 2);
    const labels = Uint8Array.from(unseen.labels, Number);
    const best = computeAuc(Float64Array.from(unseen.logOdds), labels);
    expect(computeAuc(score(model, unseen.rows), labels)).toBeGreaterThan(best - 0.02);
    expect(report.chosen.auc).toBeGreaterThan(0.75);
  });

  test("names the strongest features and their ranges", () => {
    const { strengths, effects, kind } = describeModel(model);
    expect(kind).toBe("logistic");
    expect(strengths.at(-1)?.feature).toBe("noise");
    expect(strengths.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1);
    const visits = effects.find(({ feature }) => feature === "visits")?.ranges.map(({ range }) => range);
    expect(visits?.slice(0, 2)).toEqual([
      { kind: "missing" },
      { kind: "range", from: 0, to: 0, isDate: false },
    ]);
  });

  test("explains a score by contributions that add up to it", () => {
    for (const row of people.rows.slice(0, 20)) {
      const { logOdds, intercept, contributions, probability } = explain(model, row);
      const sum = contributions.reduce((total, contribution) => total + contribution.logOdds, intercept);
      expect(sum).toBe(logOdds);
      expect(probability).toBeCloseTo(score(model, [row])[0] ?? 0, 12);
    }
  });

  test("treats missing values and unseen categories as average", () => {
    const explained = explain(model, { age: null, visits: Number.NaN, city: "Vieques" });
    expect(explained.contributions.map(({ logOdds }) => logOdds)).toEqual(
      explained.contributions.map(() => expect.closeTo(0, 0.5)),
    );
    expect(explained.contributions.find(({ feature }) => feature === "city")).toMatchObject({
      range: { kind: "other" },
      logOdds: 0,
    });
    expect(explained.contributions.find(({ feature }) => feature === "age")?.range).toEqual({
      kind: "missing",
    });
    expect(score(model, [{}, { age: "not a number", city: 7, visits: true }]).every(Number.isFinite)).toBe(
      true,
    );
  });

  test("gives tables, rows and its stored form the same scores", () => {
    const table = buildTable(people.rows, people.labels);
    const fromTable = Array.from(predictRows(model, table, allRows(50)), toProbability);
    const stored: LearnedModel = JSON.parse(JSON.stringify(model));
    expect([...score(stored, people.rows.slice(0, 50))]).toEqual(
      fromTable.map((value) => expect.closeTo(value, 10)),
    );
    expect(modelHash(stored)).toBe(modelHash(model));
  });

  test("is the same for the same data and seed, and another for other data", () => {
    expect(modelHash(trainModel(buildTable(people.rows, people.labels)).model)).toBe(modelHash(model));
    const fewer = selectRows(buildTable(people.rows, people.labels), allRows(799));
    expect(modelHash(trainModel(fewer).model)).not.toBe(modelHash(model));
  });

  test("reports calibration and the outcomes of each score band", () => {
    expect(report.chosen.ece).toBeLessThan(0.06);
    expect(report.bands.reduce((sum, band) => sum + band.people, 0)).toBe(800);
    expect(report.bands.reduce((sum, band) => sum + band.outcomes, 0)).toBe(report.outcomes);
    expect(report.calibration.every(({ observed }) => observed >= 0 && observed <= 1)).toBe(true);
    expect(report.chosen.logLoss).toBeLessThan(report.candidates.base.logLoss);
  });
});

describe("boosting", () => {
  const next = seedSequence(3);
  // Only the combination tells the outcome, which weights of single columns cannot express.
  const rows = Array.from({ length: 1500 }, () => ({
    a: next(),
    b: next() < 0.1 ? null : next(),
    c: next(),
  }));
  const labels = rows.map(({ a, b }) => next() < (a > 0.5 === (b ?? 0.2) > 0.5 ? 0.8 : 0.2));
  const { model, report } = trainModel(buildTable(rows, labels));

  test("is chosen where it predicts held-out people better", () => {
    expect(report.choice).toBe("boosting");
    expect(report.candidates.boosting?.logLoss).toBeLessThan(report.candidates.logistic.logLoss - 0.05);
    expect(model.trees.length).toBeLessThanOrEqual(300);
    expect(
      Math.max(...model.trees.map(({ columns }) => columns.filter((column) => column < 0).length)),
    ).toBeLessThanOrEqual(8);
  });

  test("is explained by contributions that add up", () => {
    for (const row of rows.slice(0, 20)) {
      const { logOdds, intercept, contributions, probability } = explain(model, row);
      expect(contributions.reduce((sum, contribution) => sum + contribution.logOdds, intercept)).toBe(
        logOdds,
      );
      expect(probability).toBeCloseTo(score(model, [row])[0] ?? 0, 12);
    }
    expect(describeModel(model).strengths.at(-1)?.feature).toBe("c");
  });

  test("is not considered for few people", () => {
    expect(trained.report.candidates.boosting).toBeUndefined();
  });
});

describe("with hand-set weights", () => {
  const weights = { age: 0.05, "city=Ponce": 1, "city=San Juan": -1, visits: 0.3 };
  const prior = { bias: -3.5, weights };
  const unseen = makePeople(2000, 9);
  const labels = Uint8Array.from(unseen.labels, Number);
  const aucWith = (count: number, options: TrainingOptions): number => {
    const aucs = [11, 12, 13, 14, 15, 16].flatMap((seed) => {
      const few = makePeople(count, seed);
      const result = train(buildTable(few.rows, few.labels), options);
      return result.ok ? [computeAuc(score(result.model, unseen.rows), labels)] : [];
    });
    return aucs.reduce((sum, auc) => sum + auc, 0) / aucs.length;
  };

  test("few outcomes suffice", () => {
    expect(aucWith(40, { prior })).toBeGreaterThan(aucWith(40, {}) + 0.02);
  });

  test("many outcomes correct a wrong weight", () => {
    const { model } = trainModel(buildTable(people.rows, people.labels), {
      prior: { bias: 0, weights: { ...weights, "city=Ponce": -1 } },
    });
    const [ponce = 0, sanJuan = 0] = score(model, [
      { age: 50, visits: 0, city: "Ponce" },
      { age: 50, visits: 0, city: "San Juan" },
    ]);
    expect(ponce).toBeGreaterThan(sanJuan);
  });

  test("a column in which the training rows do not differ keeps its weight", () => {
    const rows = people.rows.map((row) => ({ ...row, opted_out: 0, channel: "sms" }));
    const { model } = trainModel(buildTable(rows, people.labels), {
      prior: { bias: -1, weights: { opted_out: -3, "channel=sms": 1 } },
    });
    const [reachable = 0, optedOut = 0] = score(model, [
      { ...rows[0], opted_out: 0 },
      { ...rows[0], opted_out: 1 },
    ]);
    expect(model.columns.map(({ encoding }) => encoding.name)).toContain("channel");
    expect(Math.log(optedOut / (1 - optedOut)) - Math.log(reachable / (1 - reachable))).toBeCloseTo(-3);
  });

  test("the fixed scores of the product are such a prior", () => {
    const next = seedSequence(4);
    const { intent } = priorModel.scores;
    const rows = Array.from({ length: 300 }, () =>
      Object.fromEntries(Object.keys(intent.weights).map((feature) => [feature, next() < 0.8 ? 0 : next()])),
    );
    const fixed = rows.map((row) => {
      const values = new Map(
        Object.entries(row).map(([feature, value]) => [feature, { value, figure: value }]),
      );
      return computeScore(values, priorModel, "intent").logOdds;
    });
    // The true odds differ from the fixed ones, so that there is something to learn.
    const outcomes = rows.map(
      (row, index) => next() < toProbability((fixed[index] ?? 0) + (row.clicked ? 3 : 0)),
    );
    const { report } = trainModel(buildTable(rows, outcomes), { prior: intent });
    expect(report.candidates.prior?.auc).toBeGreaterThan(0.6);
    expect(report.chosen.logLoss).toBeLessThan(report.candidates.prior?.logLoss ?? 0);
  });

  test("the learned model is refused where it does not beat them", () => {
    const exact = { bias: -3.5, weights: { age: 0.05, visits: 0.001, "city=Ponce": 1, "city=San Juan": -1 } };
    const next = seedSequence(8);
    const { rows } = makePeople(200, 8);
    const labels = rows.map(
      ({ age, city }) =>
        next() < toProbability(-3.5 + 0.05 * age + (city === "Ponce" ? 1 : city === "San Juan" ? -1 : 0)),
    );
    expect(refusalOf(train(buildTable(rows, labels), { prior: exact }))).toBe("prior_is_better");
  });
});

describe("a model is refused", () => {
  test("without enough people or outcomes", () => {
    const few = makePeople(10);
    expect(train(buildTable(few.rows, few.labels))).toMatchObject({
      refusal: { code: "not_enough_history", of: "people", have: 10, need: 20 },
    });
    const rare = Array.from({ length: 100 }, (_, row) => row === 0);
    expect(train(buildTable(people.rows.slice(0, 100), rare))).toMatchObject({
      refusal: { code: "not_enough_history", of: "outcomes", have: 1 },
    });
  });

  test("where everybody has the same outcome", () => {
    expect(
      refusalOf(
        train(
          buildTable(
            people.rows,
            people.rows.map(() => true),
          ),
        ),
      ),
    ).toBe("one_outcome");
    expect(
      refusalOf(
        train(
          buildTable(
            people.rows,
            people.rows.map(() => false),
          ),
        ),
      ),
    ).toBe("one_outcome");
  });

  test("without signal", () => {
    const refusals = [1, 2, 3, 4, 5, 6].map((seed) => {
      const next = seedSequence(seed);
      return refusalOf(
        train(
          buildTable(
            makePeople(300, seed).rows,
            Array.from({ length: 300 }, () => next() < 0.3),
          ),
        ),
      );
    });
    expect(refusals).toEqual(refusals.map(() => "no_usable_signal"));
  });

  test("without a column that differs", () => {
    const rows = people.rows.map((_, index) => ({
      same: 1,
      empty: null,
      id: `person ${index}`,
      number: index + 1,
    }));
    const result = train(buildTable(rows, people.labels));
    expect(result).toMatchObject({ ok: false, refusal: { code: "no_usable_columns" } });
    expect(result.ok ? [] : result.warnings).toEqual([
      { code: "dropped", column: "same", why: "constant" },
      { code: "dropped", column: "empty", why: "empty" },
      { code: "dropped", column: "id", why: "identifier" },
      { code: "dropped", column: "number", why: "identifier" },
    ]);
  });
});

describe("time", () => {
  // The first column tells the outcome only at first, the second only later.
  const next = seedSequence(6);
  const rows = Array.from({ length: 900 }, () => ({ early: next(), late: next() }));
  const times = rows.map((_, index) => (index * 7919) % 900);
  const labels = rows.map(
    ({ early, late }, index) => next() < ((times[index] ?? 0) < 540 ? early : 1 - early) * 0.8 + 0.2 * late,
  );

  test("decides what a model is judged by", () => {
    const forward = train(buildTable(rows, labels, { times }));
    const unordered = train(buildTable(rows, labels));
    expect(unordered.ok && unordered.report.isForward).toBe(false);
    const logLoss = (result: TrainingResult) => result.report?.candidates.logistic.logLoss ?? 0;
    expect(forward.report?.isForward).toBe(true);
    expect(logLoss(forward)).toBeGreaterThan(logLoss(unordered) + 0.02);
  });

  test("splits so that every judged row is later than all training rows", () => {
    const instants = Float64Array.from(times, (time) => Math.floor(time / 50));
    for (const { train: before, test: after } of forwardSplits(instants)) {
      const latest = Math.max(...Array.from(before, (row) => instants[row] ?? 0));
      expect(Math.min(...Array.from(after, (row) => instants[row] ?? 0))).toBeGreaterThan(latest);
    }
    expect(forwardSplits(instants)).toHaveLength(3);
  });

  test("is ignored where all rows have the same", () => {
    const table = buildTable(rows, labels, { times: rows.map(() => 5) });
    expect(splitTable(table, 1).isForward).toBe(false);
  });
});

describe("difficult columns", () => {
  test("one that gives the outcome away is flagged", () => {
    const rows = people.rows.map((row, index) => ({
      ...row,
      cancelled_on: people.labels[index] ? "2026-03-01" : "",
    }));
    const { report, model } = trainModel(buildTable(rows, people.labels));
    expect(report.warnings).toEqual([{ code: "leak", column: "cancelled_on", auc: expect.closeTo(1, 5) }]);
    expect(trained.report.warnings).toEqual([]);
    expect([...score(model, rows)].every(Number.isFinite)).toBe(true);
  });

  test("columns that separate the outcomes, repeat each other or hold huge values keep the weights finite", () => {
    const rows = people.rows.map((row, index) => ({
      ...row,
      same_age: row.age,
      opposite: -row.age,
      huge: row.age * 1e30,
      answer: people.labels[index] ? 1 : 0,
    }));
    const { model } = trainModel(buildTable(rows, people.labels));
    const weights = model.columns.flatMap((column) => column.weights);
    expect(Math.max(...weights.map(Math.abs))).toBeLessThan(20);
    expect([...score(model, rows)].every((value) => value > 0 && value < 1)).toBe(true);
  });

  test("more columns than people are no problem", () => {
    const next = seedSequence(7);
    const rows = people.rows.slice(0, 80).map((row) => ({
      ...row,
      ...Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`x${index}`, next()])),
    }));
    const result = train(buildTable(rows, people.labels.slice(0, 80)));
    expect(result.ok || result.refusal.code === "no_usable_signal").toBe(true);
  });

  test("rare categories share one weight", () => {
    const next = seedSequence(12);
    const rows = people.rows.map((row) => ({
      ...row,
      street: next() < 0.5 ? "Main" : `street ${Math.floor(300 * next())}`,
    }));
    const { model } = trainModel(buildTable(rows, people.labels));
    const street = model.columns.find(({ encoding }) => encoding.name === "street")?.encoding;
    expect(street?.kind === "category" ? street.categories.length : 0).toBeLessThan(101);
    expect(street?.kind === "category" && street.categories.includes("Main")).toBe(true);
  });
});

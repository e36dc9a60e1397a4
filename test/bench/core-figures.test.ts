import { expect, test } from "vitest";
import { type CoreFigure, type CoreFile, compareWithCore, joinRounds, toCoreFile } from "./core-figures.ts";

const figure = (better: CoreFigure["better"], ratios: number[]): CoreFigure => ({
  name: "events",
  unit: "events/s",
  better,
  counterpart: "one insert a request",
  rounds: ratios.map((ratio) => ({ product: ratio * 100, bare: 100 })),
});
const stored = (ratio: number): CoreFile => ({
  date: "2026-11-17",
  commit: "abc",
  machine: "2 cores",
  figures: { events: { ratio, product: 1, bare: 1, unit: "events/s", counterpart: "one insert a request" } },
});

test.each([
  ["higher", [1.28], false],
  ["higher", [1.27], true],
  ["higher", [9], false],
  ["lower", [1.72], false],
  ["lower", [1.73], true],
  ["lower", [0.1], false],
  // A round that other work on the machine made slow decides nothing.
  ["higher", [0.7, 1.5, 0.1], false],
  ["higher", [1.2, 1.1, 0.1], true],
  ["lower", [9, 1.5, 3], false],
] as const)("where %s is better, %j against 1.5 fails: %s", (better, ratios, isFailed) => {
  const [comparison] = compareWithCore([figure(better, [...ratios])], stored(1.5));
  expect(comparison?.isFailed).toBe(isFailed);
});

test("a new figure does not fail", () => {
  const [comparison] = compareWithCore([{ ...figure("higher", [1]) }], { ...stored(1), figures: {} });
  expect(comparison).toMatchObject({ stored: undefined, worse: undefined, isFailed: false });
});

test("a stored figure that was not measured is an error", () => {
  expect(() => compareWithCore([], stored(1))).toThrow("Not measured: events");
});

test("the file holds the ratio of the best rounds and what it was made of", () => {
  const run = { date: "2026-11-17", commit: "abc", machine: "2 cores" };
  expect(toCoreFile([figure("higher", [1.5, 1.1, 1.2])], run)).toEqual({
    ...run,
    figures: {
      events: { ratio: 1.5, product: 150, bare: 100, unit: "events/s", counterpart: "one insert a request" },
    },
  });
});

test("a slow round of the counterpart does not make the product look fast", () => {
  const rounds = [
    { product: 90, bare: 100 },
    { product: 100, bare: 50 },
  ];
  const [comparison] = compareWithCore([{ ...figure("higher", []), rounds }], stored(1));
  expect(comparison?.ratio).toBe(1);
});

test("further rounds of a figure count like the first ones", () => {
  const [joined] = joinRounds([figure("higher", [1])], [figure("higher", [1.4, 1.2])]);
  expect(joined && compareWithCore([joined], stored(1.5))).toMatchObject([
    { ratio: 1.4, lowest: 1, isFailed: false },
  ]);
});

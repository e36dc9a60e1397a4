import { expect, test } from "vitest";
import { numberSteps, type SequenceRow, toRows, toTree } from "./step-tree.ts";

const step = (id: string, within?: SequenceRow["within"]): SequenceRow => ({
  id,
  type: "add_task",
  template: id,
  ...(within ? { within } : {}),
});
const question = (id: string, within?: SequenceRow["within"]): SequenceRow => ({
  ...step(id, within),
  type: "ask",
  onlyIf: { is: "answered" },
});

const rows = [
  step("a"),
  question("q"),
  step("y", { step: "q", answer: "yes" }),
  question("r", { step: "q", answer: "no" }),
  step("ry", { step: "r", answer: "yes" }),
  step("z"),
];

test("rows become a tree and the same rows again", () => {
  expect(toRows(toTree(rows))).toEqual(rows);
});

test("steps of an answer are numbered through both answers", () => {
  expect([...numberSteps(toTree(rows))]).toEqual([
    ["a", "1"],
    ["q", "2"],
    ["y", "2.1"],
    ["r", "2.2"],
    ["ry", "2.2.1"],
    ["z", "3"],
  ]);
});

test("steps of yes come before those of no, however they are stored", () => {
  const mixed = [
    question("q"),
    step("n", { step: "q", answer: "no" }),
    step("y", { step: "q", answer: "yes" }),
  ];
  expect(toRows(toTree(mixed)).map(({ id }) => id)).toEqual(["q", "y", "n"]);
});

test("a step of an unknown question stands in the main line", () => {
  expect(toRows(toTree([step("lost", { step: "gone", answer: "yes" })]))).toEqual([step("lost")]);
});

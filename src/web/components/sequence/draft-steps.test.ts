import { describe, expect, test } from "vitest";
import { findStepProblems } from "#domain/sequences/compile-sequence.ts";
import {
  blockOf,
  branchesFor,
  duplicateStep,
  insertBlock,
  insertStep,
  mayMoveStep,
  moveStep,
  placeOf,
  putInBranch,
  removeStep,
} from "./draft-steps.ts";
import type { SequenceRow } from "./step-tree.ts";

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

/** 1 a · 2 q: yes y1 y2, no n1 · 3 z */
const rows = [
  step("a"),
  question("q"),
  step("y1", { step: "q", answer: "yes" }),
  step("y2", { step: "q", answer: "yes" }),
  step("n1", { step: "q", answer: "no" }),
  step("z"),
];

const outline = (list: readonly SequenceRow[]): string =>
  list.map(({ id, within }) => (within ? `${within.step}.${within.answer}:${id}` : id)).join(" ");

describe("steps", () => {
  test("are inserted in the main line and in an answer", () => {
    expect(outline(insertStep(rows, step("new"), { branch: undefined, index: 2 }))).toBe(
      "a q q.yes:y1 q.yes:y2 q.no:n1 new z",
    );
    const branch = { step: "q", answer: "no" } as const;
    expect(outline(insertStep(rows, step("new"), { branch, index: 0 }))).toBe(
      "a q q.yes:y1 q.yes:y2 q.no:new q.no:n1 z",
    );
  });

  test("of the answers go with their question", () => {
    expect(outline(removeStep(rows, "q"))).toBe("a z");
    expect(blockOf(rows, "q").map(({ id }) => id)).toEqual(["q", "y1", "y2", "n1"]);
  });

  test("are put back where they were", () => {
    const removed = removeStep(rows, "q");
    expect(insertBlock(removed, blockOf(rows, "q"), placeOf(rows, "q"))).toEqual(rows);
    expect(outline(insertBlock(removed, blockOf(rows, "y1"), placeOf(rows, "y1")))).toBe("a z");
  });

  test("are copied with ids of their own", () => {
    let count = 0;
    const copied = duplicateStep(rows, "q", () => `c${++count}`);
    expect(copied.copyId).toBe("c1");
    expect(outline(copied.rows)).toBe("a q q.yes:y1 q.yes:y2 q.no:n1 c1 c1.yes:c2 c1.yes:c3 c1.no:c4 z");
  });

  test.each([
    ["z", -1, "a z q q.yes:y1 q.yes:y2 q.no:n1"],
    ["y2", -1, "a q q.yes:y2 q.yes:y1 q.no:n1 z"],
    ["y2", 1, "a q q.yes:y1 q.no:y2 q.no:n1 z"],
    ["n1", -1, "a q q.yes:y1 q.yes:y2 q.yes:n1 z"],
    ["n1", 1, "a q q.yes:y1 q.yes:y2 n1 z"],
    ["y1", -1, "a y1 q q.yes:y2 q.no:n1 z"],
    ["q", 1, "a z q q.yes:y1 q.yes:y2 q.no:n1"],
  ] as const)("%s moves by %i", (id, by, expected) => {
    const moved = moveStep(rows, id, by);
    expect(outline(moved)).toBe(expected);
    expect(findStepProblems(moved)).toEqual([]);
  });

  test("do not move out of the sequence", () => {
    expect(mayMoveStep(rows, "a", -1)).toBe(false);
    expect(mayMoveStep(rows, "z", 1)).toBe(false);
  });

  test("are put at the end of an answer", () => {
    expect(outline(putInBranch(rows, "a", { step: "q", answer: "yes" }))).toBe(
      "q q.yes:y1 q.yes:y2 q.yes:a q.no:n1 z",
    );
  });

  test("are not put where questions would be nested too deeply", () => {
    const nested = [...rows, question("r"), question("s", { step: "r", answer: "yes" })];
    expect(branchesFor(nested, "q")).toEqual([
      undefined,
      { step: "r", answer: "yes" },
      { step: "r", answer: "no" },
    ]);
    expect(branchesFor(nested, "r")).toEqual([undefined]);
    expect(branchesFor(nested, "z")).toHaveLength(7);
  });
});

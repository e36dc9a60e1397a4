import { expect, test } from "vitest";
import { layoutSteps } from "./step-layout.ts";
import { type SequenceRow, toTree } from "./step-tree.ts";

const rows: SequenceRow[] = [
  { id: "a", type: "add_task", template: "a" },
  { id: "q", type: "ask", template: "", onlyIf: { is: "answered" }, wait: { for: 2, unit: "days" } },
  { id: "y", type: "add_task", template: "y", within: { step: "q", answer: "yes" } },
  { id: "z", type: "add_task", template: "z" },
];

const drawn = (isEditable: boolean): string[] =>
  layoutSteps(toTree(rows), isEditable).map(({ kind, level, rails }) =>
    `${level} ${kind} ${rails.map(({ level: at, up, down }) => `${at}${up ? "↑" : ""}${down ? "↓" : ""}`).join(" ")}`.trim(),
  );

test("steps, waits and answers stand in one list with lines between them", () => {
  expect(drawn(false)).toEqual([
    "0 step 0↓",
    "0 wait 0↑↓",
    "0 step 0↑↓",
    "0 branch 0↑↓",
    "1 step 0↑↓",
    "0 branch 0↑↓",
    "0 step 0↑",
  ]);
});

test("where it can be edited, a step can be added before and after each and in an empty answer", () => {
  const places = layoutSteps(toTree(rows), true).flatMap((line) =>
    line.kind === "add" ? [`${line.place.branch?.answer ?? "main"} ${line.place.index}`] : [],
  );
  expect(places).toEqual(["main 0", "main 1", "yes 0", "yes 1", "no 0", "main 2", "main 3"]);
});

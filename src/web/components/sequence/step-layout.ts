import type { StepAnswer } from "#domain/rules/step-parts.ts";
import type { StepPlace } from "./draft-steps.ts";
import { numberSteps, type SequenceRow, type StepBranch, type StepNode } from "./step-tree.ts";

/** What stands in one line of the drawn sequence, and how far in. */
type LineContent =
  | { kind: "step"; step: SequenceRow; number: string }
  | { kind: "wait"; step: SequenceRow; number: string }
  | { kind: "branch"; question: SequenceRow; answer: StepAnswer }
  /** `after`: the number of the step above; undefined at the beginning of a branch. */
  | { kind: "add"; place: StepPlace; after: string | undefined; isEmpty: boolean };

/** A piece of the line that connects steps: of its level, upwards and downwards from the middle of the row. */
export type Rail = { level: number; up: boolean; down: boolean };

export type StepLine = LineContent & { key: string; level: number; rails: Rail[] };

type Placed = LineContent & { key: string; level: number };

const linesOf = (
  nodes: readonly StepNode[],
  numbers: ReadonlyMap<string, string>,
  branch: StepBranch,
  level: number,
): Placed[] => {
  const branchKey = branch ? `${branch.step} ${branch.answer}` : "main";
  const add = (index: number, after?: string): Placed => ({
    kind: "add",
    key: `add ${branchKey} ${index}`,
    level,
    place: { branch, index },
    after,
    isEmpty: nodes.length === 0,
  });
  return [
    add(0),
    ...nodes.flatMap(({ step, yes, no }, index): Placed[] => {
      const number = numbers.get(step.id) ?? "";
      const answers: [StepAnswer, StepNode[]][] =
        step.type === "ask"
          ? [
              ["yes", yes],
              ["no", no],
            ]
          : [];
      return [
        ...(step.wait ? [{ kind: "wait" as const, key: `wait ${step.id}`, level, step, number }] : []),
        { kind: "step", key: step.id, level, step, number },
        ...answers.flatMap(([answer, steps]): Placed[] => [
          { kind: "branch", key: `${step.id} ${answer}`, level, question: step, answer },
          ...linesOf(steps, numbers, { step: step.id, answer }, level + 1),
        ]),
        add(index + 1, number),
      ];
    }),
  ];
};

/** Lines of a level are connected as long as no line of a lower level stands between them. */
const railsAt = (lines: readonly Placed[], index: number): Rail[] => {
  const own = lines[index]?.level ?? 0;
  const reaches = (level: number, by: -1 | 1): boolean => {
    for (let at = index + by; ; at += by) {
      const line = lines[at];
      if (!line || line.level < level) return false;
      if (line.level === level) return true;
    }
  };
  return Array.from({ length: own + 1 }, (_, level) => ({
    level,
    up: reaches(level, -1),
    down: reaches(level, 1),
  })).filter(({ level, up, down }) => (level === own ? up || down : up && down));
};

/** The lines of a sequence from top to bottom; without places for further steps where it cannot be edited. */
export const layoutSteps = (nodes: readonly StepNode[], isEditable: boolean): StepLine[] => {
  const lines = linesOf(nodes, numberSteps(nodes), undefined, 0).filter(
    ({ kind }) => isEditable || kind !== "add",
  );
  return lines.map((line, index) => ({ ...line, rails: railsAt(lines, index) }));
};

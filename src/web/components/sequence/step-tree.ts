import type { RuleAction } from "#domain/rules/rule.ts";
import type { StepAnswer } from "#domain/rules/step-parts.ts";

/** A row of a sequence. */
export type SequenceRow = RuleAction & { id: string };

/** A step with the steps of its answers; only a question has any. */
export type StepNode = { step: SequenceRow; yes: StepNode[]; no: StepNode[] };

/** The answer to which steps belong; undefined for those of the main line. */
export type StepBranch = { step: string; answer: StepAnswer } | undefined;

export const hasId = (row: RuleAction): row is SequenceRow => row.id !== undefined;

/** A step of an unknown question stands in the main line. */
export const toTree = (rows: readonly SequenceRow[]): StepNode[] => {
  const nodes = new Map<string, StepNode>();
  const roots: StepNode[] = [];
  for (const step of rows) {
    const node: StepNode = { step, yes: [], no: [] };
    const { within } = step;
    const question = within && nodes.get(within.step);
    if (within && question?.step.type === "ask") question[within.answer].push(node);
    else roots.push(node);
    nodes.set(step.id, node);
  }
  return roots;
};

const inBranch = ({ within: _, ...step }: SequenceRow, branch: StepBranch): SequenceRow =>
  branch ? { ...step, within: branch } : step;

/** The rows of a rule: the steps of an answer follow their question, those of yes first. */
export const toRows = (nodes: readonly StepNode[], branch: StepBranch = undefined): SequenceRow[] =>
  nodes.flatMap(({ step, yes, no }) => [
    inBranch(step, branch),
    ...toRows(yes, { step: step.id, answer: "yes" }),
    ...toRows(no, { step: step.id, answer: "no" }),
  ]);

/** The number of each step by its id: 1, 2, 2.1, 2.2, 3. */
export const numberSteps = (nodes: readonly StepNode[], prefix = ""): Map<string, string> =>
  new Map(
    nodes.flatMap(({ step, yes, no }, index): [string, string][] => {
      const number = `${prefix}${index + 1}`;
      return [[step.id, number], ...numberSteps([...yes, ...no], `${number}.`)];
    }),
  );

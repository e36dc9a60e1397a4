import { maxQuestionDepth, type StepAnswer } from "#domain/rules/step-parts.ts";
import { type SequenceRow, type StepBranch, type StepNode, toRows, toTree } from "./step-tree.ts";

/** Where a step stands or may be put: among the steps of the main line or of an answer. */
export type StepPlace = { branch: StepBranch; index: number };

export const newStepId = (): string =>
  [...crypto.getRandomValues(new Uint8Array(5))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

const isBranch = (one: StepBranch, other: StepBranch): boolean =>
  one?.step === other?.step && one?.answer === other?.answer;

/** The tree with the steps of one branch replaced. */
const withBranch = (
  nodes: readonly StepNode[],
  branch: StepBranch,
  change: (steps: readonly StepNode[]) => StepNode[],
): StepNode[] => {
  if (!branch) return change(nodes);
  const visit = (node: StepNode): StepNode => {
    if (node.step.id === branch.step) return { ...node, [branch.answer]: change(node[branch.answer]) };
    return { ...node, yes: node.yes.map(visit), no: node.no.map(visit) };
  };
  return nodes.map(visit);
};

const branchSteps = (nodes: readonly StepNode[], { step, answer }: NonNullable<StepBranch>): StepNode[] =>
  nodes.flatMap((node) =>
    node.step.id === step
      ? node[answer]
      : [...branchSteps(node.yes, { step, answer }), ...branchSteps(node.no, { step, answer })],
  );

const stepsIn = (nodes: readonly StepNode[], branch: StepBranch): readonly StepNode[] =>
  branch ? branchSteps(nodes, branch) : nodes;

const branchOf = (rows: readonly SequenceRow[], id: string): StepBranch =>
  rows.find((row) => row.id === id)?.within;

export const placeOf = (rows: readonly SequenceRow[], id: string): StepPlace => {
  const branch = branchOf(rows, id);
  return { branch, index: stepsIn(toTree(rows), branch).findIndex(({ step }) => step.id === id) };
};

const insertNode = (nodes: readonly StepNode[], node: StepNode, { branch, index }: StepPlace): StepNode[] =>
  withBranch(nodes, branch, (steps) => steps.toSpliced(index, 0, node));

const nodeOf = (rows: readonly SequenceRow[], id: string): StepNode | undefined =>
  stepsIn(toTree(rows), branchOf(rows, id)).find(({ step }) => step.id === id);

export const insertStep = (
  rows: readonly SequenceRow[],
  step: SequenceRow,
  place: StepPlace,
): SequenceRow[] => toRows(insertNode(toTree(rows), { step, yes: [], no: [] }, place));

/** A question goes with the steps of its answers. */
export const removeStep = (rows: readonly SequenceRow[], id: string): SequenceRow[] =>
  toRows(withBranch(toTree(rows), branchOf(rows, id), (steps) => steps.filter(({ step }) => step.id !== id)));

/** Everything that a removal takes with it. */
export const blockOf = (rows: readonly SequenceRow[], id: string): SequenceRow[] => {
  const node = nodeOf(rows, id);
  return node ? toRows([node]) : [];
};

/** Puts back what was removed. Where the answer to which it belonged is gone, too, nothing changes. */
export const insertBlock = (
  rows: readonly SequenceRow[],
  block: readonly SequenceRow[],
  place: StepPlace,
): SequenceRow[] => {
  const [node] = toTree(block);
  return node ? toRows(insertNode(toTree(rows), node, place)) : [...rows];
};

const copyOf = ({ step, yes, no }: StepNode, newId: () => string): StepNode => ({
  step: { ...step, id: newId() },
  yes: yes.map((node) => copyOf(node, newId)),
  no: no.map((node) => copyOf(node, newId)),
});

/** Puts a copy behind the step; a question is copied with the steps of its answers. */
export const duplicateStep = (
  rows: readonly SequenceRow[],
  id: string,
  newId: () => string,
): { rows: SequenceRow[]; copyId: string | undefined } => {
  const node = nodeOf(rows, id);
  if (!node) return { rows: [...rows], copyId: undefined };
  const { branch, index } = placeOf(rows, id);
  const copy = copyOf(node, newId);
  return { rows: toRows(insertNode(toTree(rows), copy, { branch, index: index + 1 })), copyId: copy.step.id };
};

const putAt = (rows: readonly SequenceRow[], id: string, place: StepPlace): SequenceRow[] => {
  const node = nodeOf(rows, id);
  return node ? toRows(insertNode(toTree(removeStep(rows, id)), node, place)) : [...rows];
};

/** The place above or below; at the end of a branch it is in the next one, or outside of the question. */
const nextPlace = (rows: readonly SequenceRow[], id: string, by: -1 | 1): StepPlace | undefined => {
  const { branch, index } = placeOf(rows, id);
  const siblings = stepsIn(toTree(rows), branch);
  if (siblings[index + by]) return { branch, index: index + by };
  if (!branch) return undefined;
  const other: StepAnswer = by < 0 ? "yes" : "no";
  if (branch.answer !== other) {
    const steps = stepsIn(toTree(rows), { ...branch, answer: other });
    return { branch: { ...branch, answer: other }, index: by < 0 ? steps.length : 0 };
  }
  const question = placeOf(rows, branch.step);
  return { branch: question.branch, index: by < 0 ? question.index : question.index + 1 };
};

export const mayMoveStep = (rows: readonly SequenceRow[], id: string, by: -1 | 1): boolean =>
  nextPlace(rows, id, by) !== undefined;

export const moveStep = (rows: readonly SequenceRow[], id: string, by: -1 | 1): SequenceRow[] => {
  const place = nextPlace(rows, id, by);
  return place ? putAt(rows, id, place) : [...rows];
};

/** Moves the step to the end of a branch. */
export const putInBranch = (rows: readonly SequenceRow[], id: string, branch: StepBranch): SequenceRow[] => {
  const rest = removeStep(rows, id);
  return putAt(rows, id, { branch, index: stepsIn(toTree(rest), branch).length });
};

/** How many questions stand above a step. */
export const depthOf = (rows: readonly SequenceRow[], branch: StepBranch): number =>
  branch ? 1 + depthOf(rows, branchOf(rows, branch.step)) : 0;

const questionsInside = ({ step, yes, no }: StepNode): number =>
  step.type === "ask" ? 1 + Math.max(0, ...[...yes, ...no].map(questionsInside)) : 0;

/** The branches into which a step may be put; the main line is the first. */
export const branchesFor = (rows: readonly SequenceRow[], id: string): StepBranch[] => {
  const node = nodeOf(rows, id);
  if (!node) return [];
  const own = new Set(toRows([node]).map((row) => row.id));
  const questions = rows.filter((row) => row.type === "ask" && !own.has(row.id));
  const branches: StepBranch[] = questions.flatMap((question) => [
    { step: question.id, answer: "yes" as const },
    { step: question.id, answer: "no" as const },
  ]);
  const fits = (branch: StepBranch): boolean =>
    depthOf(rows, branch) + questionsInside(node) <= maxQuestionDepth || isBranch(branch, node.step.within);
  return [undefined, ...branches.filter(fits)];
};

import type { Reason } from "#domain/reason.ts";
import type { StepAnswer } from "#domain/rules/step-parts.ts";

/** `acting`: the message of its step exists, and its outcome is not known yet. */
export const runStates = ["waiting", "acting", "ended"] as const;
export type RunStateName = (typeof runStates)[number];

export const runEntries = ["trigger", "hand", "broadcast"] as const;
export type RunEntry = (typeof runEntries)[number];

/** What became of a step. */
export const stepResults = ["done", "left_out"] as const;
export type StepResult = (typeof stepResults)[number];

/** Where one person stands in the steps of a rule. Times are milliseconds since 1970. */
export type Run = {
  id: string;
  startedAt: number;
  state: RunStateName;
  /** The step that comes next or is at work; null once none is left. */
  stepId: string | null;
  /** When the step before was done: waits are counted from it. */
  since: number;
  /** When the wait ends that has begun: an edit of the step does not move it. */
  opensAt: number | null;
  pausedAt: number | null;
  /** The time of a pause makes nothing too late. */
  resumedAt: number | null;
  /** Of a step at work: its message is skipped if it has not left by then. */
  goodUntil: number | null;
  answers: Readonly<Record<string, StepAnswer>>;
  /** What a model chose, by the step that asked it. */
  labels: Readonly<Record<string, string>>;
  /** The steps behind it: none is done twice, wherever an edit moves it. */
  done: readonly string[];
  /** When what its rule asks for happened last since it began, by the key of the happening. */
  happened: Readonly<Record<string, number>>;
  /** What became of the work of a step that holds the run; null while it is not known. */
  outcome: StepOutcome | null;
};

/** Of a step whose work is no message, such as a task. */
export type StepOutcome = {
  stepId: string;
  result: StepResult;
  why: readonly Reason[];
  /** What a model chose. */
  label?: string | undefined;
};

import type { AiPart, AiTask } from "#domain/rules/ai-step.ts";
import type { AiStepFailure, AiStepResult } from "#domain/sequences/ai-answers.ts";
import type { SequenceReason } from "#domain/sequences/sequence-reasons.ts";
import type { JobContext } from "#server/jobs/job.ts";
import type { RunAtAiStep } from "#server/store/automation/ai-steps.ts";
import type { StoredCompiledRule } from "#server/store/automation/compiled-rules.ts";
import type { WriteContext } from "#server/store/write.ts";

export type AiStepOf<Task extends AiTask> = Extract<AiPart, { task: Task }> & { instruction: string };

/** Writes what an answer leads to, in the transaction that holds the person and the run. */
type ApplyAnswer = (context: WriteContext) => Promise<AiStepResult>;

/** What asking a model led to. */
export type AiStepAnswer =
  | { kind: "answered"; apply: ApplyAnswer }
  /** `instead`: what is done once no further attempt is made. */
  | { kind: "failed"; failure: AiStepFailure; instead?: ApplyAnswer }
  /** The model is not asked yet. */
  | { kind: "full"; why: SequenceReason };

export const settled = (result: AiStepResult): AiStepAnswer => ({
  kind: "answered",
  apply: async () => result,
});

export type AiStepContext = JobContext & { run: RunAtAiStep; rule: StoredCompiledRule; now: number };

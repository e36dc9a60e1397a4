import type { SQL } from "drizzle-orm";
import * as z from "zod";
import { dayMs } from "#domain/compliance/durations.ts";
import { startOfDay } from "#domain/day.ts";
import { retryDelayMs, retryPolicies } from "#domain/retry.ts";
import type { AiPart } from "#domain/rules/ai-step.ts";
import { asksModel } from "#domain/sequences/advance.ts";
import { type AiStepResult, afterFailure, type FailureDecision } from "#domain/sequences/ai-answers.ts";
import type { Sequence } from "#domain/sequences/compile-sequence.ts";
import type { SequenceReason } from "#domain/sequences/sequence-reasons.ts";
import { system } from "#server/audit/entry.ts";
import { defineJob, type JobContext } from "#server/jobs/job.ts";
import {
  explainAiStep,
  findRunAtAiStep,
  listRunsAtAiSteps,
  lockRunAtAiStep,
  type RunAtAiStep,
  settleAiStep,
} from "#server/store/automation/ai-steps.ts";
import { findCompiledRule, type StoredCompiledRule } from "#server/store/automation/compiled-rules.ts";
import { lockOnePerson } from "#server/store/people/stored-people.ts";
import type { WriteContext } from "#server/store/write.ts";
import type { AiStepAnswer, AiStepContext } from "./ai-step-answer.ts";
import { classifyPerson } from "./classify-person.ts";
import { draftAnswer } from "./draft-answer.ts";
import { extractValue } from "./extract-value.ts";

const payload = z.object({
  runId: z.uuid(),
  stepId: z.string().max(16),
  /** How often a model was asked for it before. */
  attempts: z.int().min(0),
});
type Request = z.infer<typeof payload>;

const askModel = (
  context: AiStepContext,
  { ai, instruction }: { ai: AiPart; instruction: string },
): Promise<AiStepAnswer> => {
  switch (ai.task) {
    case "classify":
      return classifyPerson(context, { ...ai, instruction });
    case "extract":
      return extractValue(context, { ...ai, instruction });
    case "draft":
      return draftAnswer(context, { ...ai, instruction });
  }
};

const findStep = (rule: StoredCompiledRule | undefined, stepId: string) => {
  const step = rule?.compiled.sequence?.steps.find(({ id }) => id === stepId);
  return step && "step" in step.does && step.does.step === "ai"
    ? { does: step.does, goodForMs: step.goodForMs }
    : undefined;
};

/** Asks a model, and lets the run go on with what became of it. A run that has gone on meanwhile is left alone. */
const runStep = async (request: Request, context: JobContext): Promise<void> => {
  const { runId, stepId } = request;
  const attempts = request.attempts + 1;
  const run = await findRunAtAiStep(context.database.db, { runId, stepId });
  const rule = run && (await findCompiledRule(context.database.db, run.ruleId));
  const step = findStep(rule, stepId);
  if (!run || !rule || !step) return;
  const now = Date.now();
  const later = now + retryDelayMs(retryPolicies.aiStep, attempts);
  // It is asked once the run or its rule goes on.
  if (run.isHeld) return;
  const answer = await askModel({ ...context, run, rule, now }, step.does);
  if (answer.kind === "answered") return settle(context, run, answer.apply);
  const goodUntil = Math.max(run.goodUntil, run.resumedAt === null ? 0 : run.resumedAt + step.goodForMs);
  if (answer.kind === "full")
    return later < goodUntil
      ? askAgain(context, run, attempts, later, [answer.why, { code: "ai_asked_again", until: later }])
      : settle(context, run, async () => ({ result: "left_out", why: [answer.why] }));
  const decision = await decideFailure(context, answer.failure, { attempts, goodUntil });
  if (decision.kind === "again") return askAgain(context, run, attempts, decision.at, decision.why);
  await settle(context, run, answer.instead ?? (async () => decision.result));
};

const decideFailure = async (
  { general }: JobContext,
  failure: Parameters<typeof afterFailure>[0],
  limits: { attempts: number; goodUntil: number },
): Promise<FailureDecision> => {
  const { timezone } = await general();
  const now = Date.now();
  // A day may have 25 hours.
  const tomorrow = startOfDay(startOfDay(now, timezone) + dayMs + dayMs / 2, timezone);
  return afterFailure(failure, { ...limits, now, tomorrow });
};

const askAgain = (
  { write }: JobContext,
  run: RunAtAiStep,
  attempts: number,
  at: number,
  why: readonly SequenceReason[],
): Promise<void> =>
  write(system, async ({ tx, enqueue, touch }) => {
    const place = { runId: run.id, stepId: run.stepId };
    await explainAiStep(tx, place, why);
    enqueue(runAiStep, { ...place, attempts }, { startAfter: new Date(at) });
    touch("rule-runs");
  });

const settle = (
  { write }: JobContext,
  run: RunAtAiStep,
  apply: (context: WriteContext) => Promise<AiStepResult>,
): Promise<void> =>
  write(system, async (writing) => {
    const { tx, touch } = writing;
    const place = { runId: run.id, stepId: run.stepId };
    // The person before the run, as everywhere.
    await lockOnePerson(tx, run.personId);
    if (!(await lockRunAtAiStep(tx, place))) return;
    await settleAiStep(tx, { ...place, ...(await apply(writing)) });
    touch("rule-runs");
  });

/** Works off the steps at which runs wait for a model. */
export const runAiStep = defineJob({
  name: "run-ai-step",
  payload,
  retry: retryPolicies.job,
  batchSize: 8,
  run: async (batch, context) => {
    await Promise.all(batch.map((request) => runStep(request, context)));
  },
});

/** For runs that go on after a pause, or with their rule: while they were held, no model was asked. */
export const askForHeldRuns = async (
  { tx, enqueue }: Pick<WriteContext, "tx" | "enqueue">,
  sequence: Sequence | null,
  where: SQL,
): Promise<void> => {
  const stepIds = (sequence?.steps ?? []).filter(asksModel).map(({ id }) => id);
  for (const place of await listRunsAtAiSteps(tx, where, stepIds))
    enqueue(runAiStep, { ...place, attempts: 0 });
};

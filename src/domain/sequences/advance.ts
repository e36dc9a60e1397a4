import { dayMs, minuteMs } from "#domain/compliance/durations.ts";
import type { ActionStatus } from "#domain/messages/action-status.ts";
import type { Reason } from "#domain/reason.ts";
import type { StepAnswer, StepCondition, StopEvent, StopHappening } from "#domain/rules/step-parts.ts";
import { messageOf, type Sequence, type SequenceStep } from "./compile-sequence.ts";
import { eventGoalKey } from "./goal.ts";
import { happeningKey } from "./happenings.ts";
import type { Run, StepResult } from "./run-state.ts";
import type { SequenceReason } from "./sequence-reasons.ts";
import { type LocalCalendar, momentAround, waitEnd } from "./wait-end.ts";

/** Everything about the person and the run's message that a decision needs. Times are milliseconds since 1970. */
export type RunFacts = {
  now: number;
  /** The newest of each; null where it never happened. */
  optedOutAt: number | null;
  answeredAt: number | null;
  colleagueWroteAt: number | null;
  convertedAt: number | null;
  /** Whether the person is in each segment that the steps ask for; null where it cannot be read. */
  segments: ReadonlyMap<string, boolean | null>;
  calendar: LocalCalendar;
  /** Custom fields of the person with a date, by key. */
  dates: ReadonlyMap<string, string>;
  /** The message of the step at work; null where there is none. */
  action: { status: ActionStatus; leftAt: number | null; reasons: readonly Reason[] } | null;
};

export type Move =
  /** `details`: what the gate or the vendor said of the message that ends it. */
  | { kind: "end"; why: SequenceReason; details?: readonly Reason[] }
  /** An edit put the run at a step of another answer, or at one that is behind it. */
  | { kind: "go"; stepId: string | null }
  /** Asked again at that time, and whenever something happens. */
  | { kind: "wait"; until: number; why: SequenceReason }
  /** Paused: asked again when something happens. */
  | { kind: "rest"; why: SequenceReason }
  | { kind: "act"; step: SequenceStep; goodUntil: number | null }
  | { kind: "answer"; step: SequenceStep; answer: StepAnswer; why: SequenceReason }
  | {
      kind: "pass";
      step: SequenceStep;
      result: StepResult;
      at: number;
      why: readonly Reason[];
      /** What a model chose. */
      label?: string | undefined;
    }
  /** The message that waits at the gate is taken back, and the step is left out. */
  | { kind: "takeBack"; step: SequenceStep; why: SequenceReason };

/** A message of unknown outcome is asked for at its vendor; after this time the run goes on. */
const unknownForMs = dayMs;
/** The outcome of a message wakes its run; this is for one that was lost. */
const lookAgainMs = minuteMs;

const isAfter = (at: number | null, since: number): at is number => at !== null && at > since;

const stops: Record<StopEvent, (run: Run, facts: RunFacts) => SequenceReason | null> = {
  answered: ({ startedAt }, { answeredAt }) =>
    isAfter(answeredAt, startedAt) ? { code: "run_answered", at: answeredAt } : null,
  converted: ({ startedAt }, { convertedAt }) =>
    isAfter(convertedAt, startedAt) ? { code: "run_converted", at: convertedAt } : null,
  colleague_wrote: ({ startedAt }, { colleagueWroteAt }) =>
    isAfter(colleagueWroteAt, startedAt) ? { code: "run_colleague_wrote", at: colleagueWroteAt } : null,
};

const happenedAt = ({ happened, startedAt }: Run, key: string, since: number = startedAt): number | null => {
  const at = happened[key];
  return at !== undefined && at > since ? at : null;
};

const stopReason = (happening: StopHappening, at: number): SequenceReason =>
  happening.kind === "event"
    ? { code: "run_event", type: happening.type, at }
    : { code: happening.is === "entered" ? "run_entered_segment" : "run_left_segment", at };

const findStop = (
  { stopWhen, stopOn }: Pick<Sequence, "stopWhen" | "stopOn">,
  run: Run,
  facts: RunFacts,
): SequenceReason | null => {
  if (isAfter(facts.optedOutAt, run.startedAt)) return { code: "run_opted_out", at: facts.optedOutAt };
  for (const event of stopWhen) {
    const why = stops[event](run, facts);
    if (why) return why;
  }
  for (const happening of stopOn) {
    const at = happenedAt(run, happeningKey(happening));
    if (at !== null) return stopReason(happening, at);
  }
  return null;
};

/** Whether what a row asks is true now; null where its segment cannot be read. */
const holds = (
  { is, segmentId, event, step, label }: StepCondition,
  run: Run,
  { answeredAt, segments }: RunFacts,
): boolean | null => {
  const { startedAt } = run;
  if (is === "answered") return isAfter(answeredAt, startedAt);
  if (is === "unanswered") return !isAfter(answeredAt, startedAt);
  if (is === "happened" || is === "not_happened")
    return (happenedAt(run, eventGoalKey(event ?? "")) !== null) === (is === "happened");
  if (is === "labelled" || is === "not_labelled")
    return (run.labels[step ?? ""] === label) === (is === "labelled");
  const isMember = segments.get(segmentId ?? "") ?? null;
  return isMember === null ? null : isMember === (is === "in_segment");
};

const isOpen = ({ within }: SequenceStep, answers: Run["answers"]): boolean =>
  within === null || answers[within.step] === within.answer;

/** The answers that lead to a step: of its question, and of those around it. */
export const answersLeadingTo = ({ steps }: Sequence, stepId: string): Run["answers"] => {
  const answers: Record<string, StepAnswer> = {};
  let step = steps.find(({ id }) => id === stepId);
  while (step?.within && !(step.within.step in answers)) {
    const { step: question, answer } = step.within;
    answers[question] = answer;
    step = steps.find(({ id }) => id === question);
  }
  return answers;
};

/** The step at which a run begins. */
export const firstOpenStep = ({ steps }: Sequence): SequenceStep | null =>
  steps.find((step) => isOpen(step, {})) ?? null;

/** The next step after one, by the answers so far. */
const nextOpenStep = (
  { steps }: Sequence,
  stepId: string,
  { answers, done }: Pick<Run, "answers" | "done">,
): SequenceStep | null => {
  const at = steps.findIndex(({ id }) => id === stepId);
  return steps.find((step, index) => index > at && isOpen(step, answers) && !done.includes(step.id)) ?? null;
};

/** When the step opens: the end of its wait. */
const opensAt = (
  { wait }: SequenceStep,
  run: Run,
  { calendar, dates }: Pick<RunFacts, "calendar" | "dates">,
): number => {
  const { since, opensAt: begun } = run;
  const arrivedAt = wait?.event === undefined ? null : happenedAt(run, eventGoalKey(wait.event), since);
  if (arrivedAt !== null) return arrivedAt;
  if (begun !== null || wait === null) return begun ?? since;
  if (wait.around !== undefined) return momentAround(wait, dates, calendar.zone) ?? since;
  return waitEnd(wait, since, calendar);
};

/** Why a step around a date cannot come at its moment; null where it can, or its wait has begun. */
const missedMoment = (
  { wait }: SequenceStep,
  { since, opensAt: begun }: Run,
  { calendar, dates }: RunFacts,
): SequenceReason | null => {
  if (wait?.around === undefined || begun !== null) return null;
  const moment = momentAround(wait, dates, calendar.zone);
  if (moment === null) return { code: "date_missing", field: wait.around };
  return moment < since ? { code: "moment_passed", at: moment } : null;
};

const leaveOut = (step: SequenceStep, { now }: RunFacts, ...why: Reason[]): Move => ({
  kind: "pass",
  step,
  result: "left_out",
  at: now,
  why,
});

const afterStop = (
  step: SequenceStep,
  facts: RunFacts,
  why: SequenceReason,
  details: readonly Reason[] = [],
): Move => (step.endsIfStopped ? { kind: "end", why, details } : leaveOut(step, facts, why, ...details));

const leftStatuses: readonly ActionStatus[] = ["sent", "simulated", "delivered", "read"];

export const asksModel = ({ does }: SequenceStep): boolean => "step" in does && does.step === "ai";

/** The task of a step that holds the run was done or removed, or the run waited for it long enough. */
const settleTask = (step: SequenceStep, run: Run, { now }: RunFacts): Move => {
  const { outcome } = run;
  if (outcome?.stepId === step.id)
    return { kind: "pass", step, result: outcome.result, at: now, why: outcome.why };
  const until = run.goodUntil ?? now;
  return now < until
    ? { kind: "wait", until, why: { code: "run_waits_for_task", until } }
    : { kind: "pass", step, result: "done", at: now, why: [{ code: "task_not_done" }] };
};

/** Of a step at work; the time of a pause makes nothing too late. */
const goodUntilOf = ({ goodForMs }: SequenceStep, { goodUntil, resumedAt }: Run): number =>
  Math.max(goodUntil ?? 0, resumedAt === null ? 0 : resumedAt + goodForMs);

/** A model answered, could not, or took longer than the step is good for. */
const settleAnswer = (step: SequenceStep, run: Run, facts: RunFacts): Move => {
  const { outcome } = run;
  const { now } = facts;
  if (outcome?.stepId === step.id) {
    const { result, why, label } = outcome;
    return result === "left_out" && step.endsIfStopped
      ? { kind: "end", why: { code: "step_not_answered" }, details: why }
      : { kind: "pass", step, result, at: now, why, label };
  }
  const until = goodUntilOf(step, run);
  return now < until
    ? { kind: "wait", until, why: { code: "run_waits_for_ai", until } }
    : afterStop(step, facts, { ...tooLate(step), code: "ai_too_late" });
};

const settle = (step: SequenceStep, run: Run, facts: RunFacts): Move => {
  if (asksModel(step)) return settleAnswer(step, run, facts);
  if (step.holds) return settleTask(step, run, facts);
  const { action, now } = facts;
  if (action === null) return leaveOut(step, facts, { code: "step_left_out" });
  const { status, leftAt, reasons } = action;
  if (leftStatuses.includes(status))
    return { kind: "pass", step, result: "done", at: leftAt ?? now, why: [] };
  switch (status) {
    case "failed":
    case "blocked":
      return afterStop(step, facts, { code: "step_not_sent" }, reasons);
    case "cancelled":
      return leaveOut(step, facts, { code: "step_left_out" }, ...reasons);
    case "unknown": {
      const until = (leftAt ?? now) + unknownForMs;
      return now < until
        ? { kind: "wait", until, why: { code: "step_outcome_unknown" } }
        : { kind: "pass", step, result: "done", at: leftAt ?? now, why: [{ code: "step_outcome_unknown" }] };
    }
    case "dispatching":
      return { kind: "wait", until: now + lookAgainMs, why: { code: "run_at_step" } };
    default: {
      const until = goodUntilOf(step, run);
      return now < until
        ? { kind: "wait", until, why: { code: "run_at_step" } }
        : { kind: "takeBack", step, why: tooLate(step) };
    }
  }
};

const tooLate = ({ goodForMs }: SequenceStep): SequenceReason => ({
  code: "step_too_late",
  hours: Math.round(goodForMs / (60 * minuteMs)),
});

const answerQuestion = (step: SequenceStep, run: Run, facts: RunFacts): Move => {
  const { onlyIf } = step;
  const opens = opensAt(step, run, facts);
  const isTrue = onlyIf === null ? null : holds(onlyIf, run, facts);
  const why: SequenceReason =
    isTrue === null
      ? { code: "step_segment_unreadable" }
      : { code: isTrue ? "step_test_met" : "step_test_unmet", is: onlyIf?.is ?? "" };
  // An answer or an event cannot be taken back, so that what comes after it need not wait.
  const isSettled =
    onlyIf?.is === "answered" || onlyIf?.is === "happened"
      ? isTrue === true
      : (onlyIf?.is === "unanswered" || onlyIf?.is === "not_happened") && isTrue === false;
  if (facts.now < opens && !isSettled)
    return { kind: "wait", until: opens, why: { code: "run_waits", until: opens } };
  return { kind: "answer", step, answer: isTrue === true ? "yes" : "no", why };
};

const isMessage = ({ does }: SequenceStep): boolean => "channel" in does;

const begin = (step: SequenceStep, run: Run, facts: RunFacts): Move => {
  const { does, onlyIf } = step;
  const missed = missedMoment(step, run, facts);
  if (missed) return leaveOut(step, facts, missed);
  if ("step" in does && does.step === "ask") return answerQuestion(step, run, facts);
  const opens = opensAt(step, run, facts);
  if (facts.now < opens) return { kind: "wait", until: opens, why: { code: "run_waits", until: opens } };
  if ("unreadable" in does) return leaveOut(step, facts, does.unreadable);
  if (onlyIf !== null) {
    const isTrue = holds(onlyIf, run, facts);
    if (isTrue !== true) {
      const why: SequenceReason =
        isTrue === null ? { code: "step_segment_unreadable" } : { code: "step_test_unmet", is: onlyIf.is };
      return onlyIf.else === "end" ? { kind: "end", why } : leaveOut(step, facts, why);
    }
  }
  if (step.holds) return { kind: "act", step, goodUntil: facts.now + step.goodForMs };
  if (!isMessage(step)) return { kind: "act", step, goodUntil: null };
  if (messageOf(step, run.id) === null) return leaveOut(step, facts, { code: "step_holdout" });
  const goodUntil = Math.max(opens, run.resumedAt ?? 0) + step.goodForMs;
  if (facts.now >= goodUntil) return afterStop(step, facts, tooLate(step));
  return { kind: "act", step, goodUntil };
};

/** What a run does next. It is asked again after each move until the run waits, rests or ends. */
export const advance = (sequence: Sequence, run: Run, facts: RunFacts): Move => {
  const stop = findStop(sequence, run, facts);
  if (stop) return { kind: "end", why: stop };
  if (run.pausedAt !== null) return { kind: "rest", why: { code: "run_paused" } };
  if (run.stepId === null) return { kind: "end", why: { code: "run_finished" } };
  const step = sequence.steps.find(({ id }) => id === run.stepId);
  if (!step) return { kind: "end", why: { code: "step_removed" } };
  if (run.state === "acting") return settle(step, run, facts);
  if (!isOpen(step, run.answers) || run.done.includes(step.id))
    return { kind: "go", stepId: nextOpenStep(sequence, step.id, run)?.id ?? null };
  return begin(step, run, facts);
};

/** The run after a move. */
export const applyMove = (sequence: Sequence, run: Run, move: Move, now: number): Run => {
  const goOn = (stepId: string, since: number, answers: Run["answers"] = run.answers): Run => {
    const done = [...run.done, stepId];
    const stepAfter = nextOpenStep(sequence, stepId, { answers, done });
    const nothingBegun = { opensAt: null, goodUntil: null, outcome: null };
    return { ...run, ...nothingBegun, state: "waiting", stepId: stepAfter?.id ?? null, since, answers, done };
  };
  switch (move.kind) {
    case "end":
      return { ...run, state: "ended" };
    case "go":
      return { ...run, stepId: move.stepId, opensAt: null };
    case "wait":
      return run.state === "waiting" ? { ...run, opensAt: move.until } : run;
    case "rest":
      return run;
    case "act":
      return isMessage(move.step) || move.step.holds
        ? { ...run, state: "acting", goodUntil: move.goodUntil }
        : goOn(move.step.id, now);
    case "answer":
      return goOn(move.step.id, now, { ...run.answers, [move.step.id]: move.answer });
    case "pass":
      // A message of yesterday whose outcome is known today: the next wait began when it left.
      return {
        ...goOn(move.step.id, Math.max(run.since, move.at)),
        labels: move.label === undefined ? run.labels : { ...run.labels, [move.step.id]: move.label },
      };
    case "takeBack":
      return goOn(move.step.id, now);
  }
};

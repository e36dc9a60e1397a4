import type { Channel } from "#domain/channels/channel.ts";
import { dayMs } from "#domain/compliance/durations.ts";
import type { GateDecision } from "#domain/compliance/evaluate-gate.ts";
import type { ActionStatus } from "#domain/messages/action-status.ts";
import type { Reason } from "#domain/reason.ts";
import type { PlannedMessage } from "#domain/rules/kinds.ts";
import type { StepAnswer } from "#domain/rules/step-parts.ts";
import { advance, applyMove, asksModel, firstOpenStep, type Move, type RunFacts } from "./advance.ts";
import { chooseMessage } from "./choose-message.ts";
import { drawVariant, messageOf, type Sequence, type SequenceStep } from "./compile-sequence.ts";
import type { Run } from "./run-state.ts";

/** What will happen at one step, as far as can be known today. */
export type ForecastEntry = {
  /** Null for the end of the run. */
  stepId: string | null;
  kind: "send" | "do" | "answer" | "left_out" | "end";
  at: number;
  /** Of a question. */
  answer: StepAnswer | null;
  /** Of a message with several wordings: the one that this person gets. */
  variant: number | null;
  message: PlannedMessage | null;
  /** Where the gate would hold the message first, and why; `until: null` waits for a change of the facts. */
  waits: { from: number; until: number | null; reasons: readonly Reason[] }[];
  reasons: readonly Reason[];
};

export type ForecastContext = Pick<RunFacts, "calendar" | "segments" | "dates"> & {
  runId: string;
  now: number;
  /** Suppose that the person answers then. */
  answersAt: number | null;
  /** Suppose that a model chooses these labels, by step. */
  labels: Readonly<Record<string, string>>;
  preferredChannel: Channel | null;
  /** What the gate would say of a message at that time, after those that the forecast has sent. */
  gate: (message: PlannedMessage, at: number, sent: readonly SentMessage[]) => GateDecision;
};
export type SentMessage = { at: number; message: PlannedMessage };

const horizonMs = 400 * dayMs;
const maxMoves = 1000;

type Attempt = {
  message: PlannedMessage | null;
  action: NonNullable<RunFacts["action"]>;
  /** When that is known; null where the gate holds it for longer than the step is good for. */
  settledAt: number | null;
  waits: ForecastEntry["waits"];
  /** The person answers before the gate opens, so that it is asked again then. */
  isInterrupted: boolean;
};

/** Plays a sequence forward for one person, by the decisions of the runs and of the gate themselves. */
export const playForward = (sequence: Sequence, context: ForecastContext): ForecastEntry[] => {
  const { now: begin, answersAt, runId, gate, preferredChannel } = context;
  let run: Run = {
    ...{ id: runId, startedAt: begin, state: "waiting", since: begin, answers: {}, done: [] },
    stepId: firstOpenStep(sequence)?.id ?? null,
    ...{
      opensAt: null,
      pausedAt: null,
      resumedAt: null,
      goodUntil: null,
      happened: {},
      labels: {},
      outcome: null,
    },
  };
  const entries: ForecastEntry[] = [];
  const sent: SentMessage[] = [];
  let attempt: Attempt | null = null;
  let now = begin;
  const add = (stepId: string | null, kind: ForecastEntry["kind"], more: Partial<ForecastEntry>): void => {
    entries.push({
      ...{ stepId, kind, at: now, answer: null, variant: null, message: null, waits: [], reasons: [] },
      ...more,
    });
  };
  /** Asks the gate at that time, and again after each wait, until the message has left or its time is over. */
  const attemptSend = (step: SequenceStep, waits: ForecastEntry["waits"]): Attempt => {
    const planned = messageOf(step, runId);
    const message =
      attempt?.message ??
      (planned &&
        chooseMessage(planned, {
          preferred: preferredChannel,
          decide: (one) => gate(one, now, sent),
          latest: run.goodUntil ?? now,
        }));
    const end = (
      status: ActionStatus,
      settledAt: number | null,
      reasons: readonly Reason[] = [],
      isInterrupted = false,
    ): Attempt => {
      const leftAt = status === "sent" ? settledAt : null;
      return { message, action: { status, leftAt, reasons }, settledAt, waits, isInterrupted };
    };
    for (let at = now; message !== null; ) {
      const decision = gate(message, at, sent);
      if (decision.kind === "send") {
        sent.push({ at, message });
        return end("sent", at, decision.reasons);
      }
      if (decision.kind === "stop") return end("blocked", at, decision.reasons);
      const { until, reasons } = decision;
      waits.push({ from: at, until, reasons });
      if (answersAt !== null && answersAt > at && (until === null || until > answersAt))
        return end("held", answersAt, reasons, true);
      if (until === null || until <= at || (run.goodUntil !== null && until >= run.goodUntil))
        return end("held", null, reasons);
      at = until;
    }
    return end("cancelled", now);
  };
  const note = (move: Move): void => {
    switch (move.kind) {
      case "end":
        add(null, "end", { reasons: [move.why] });
        break;
      case "answer":
        add(move.step.id, "answer", { answer: move.answer, reasons: [move.why] });
        break;
      case "pass": {
        const { step, result, why, at } = move;
        const waits = attempt?.waits ?? [];
        // Its task was told when it was made.
        if (step.holds) break;
        if (result === "left_out") add(step.id, "left_out", { reasons: why, waits });
        else
          add(step.id, "send", {
            ...{ at, waits, reasons: attempt?.action.reasons ?? [] },
            ...{ message: attempt?.message ?? null, variant: drawVariant(step, runId) },
          });
        break;
      }
      case "takeBack":
        add(move.step.id, "left_out", { reasons: [move.why], waits: attempt?.waits ?? [] });
        break;
      case "act":
        if (asksModel(move.step)) {
          const label = context.labels[move.step.id];
          add(move.step.id, "do", {
            reasons: [label === undefined ? { code: "ai_not_asked" } : { code: "ai_label", label }],
          });
        } else if (move.step.holds) {
          const reason = { code: "run_waits_for_task" as const, until: move.goodUntil };
          add(move.step.id, "do", { waits: [{ from: now, until: move.goodUntil, reasons: [reason] }] });
        } else if (!("channel" in move.step.does)) add(move.step.id, "do", {});
        break;
      default:
    }
  };
  for (let moves = 0; moves < maxMoves && now <= begin + horizonMs; moves++) {
    const answeredAt = answersAt !== null && answersAt <= now ? answersAt : null;
    const { calendar, segments, dates } = context;
    const known = { optedOutAt: null, colleagueWroteAt: null, convertedAt: null };
    const facts: RunFacts = {
      now,
      answeredAt,
      ...known,
      segments,
      calendar,
      dates,
      action: attempt?.action ?? null,
    };
    const move = advance(sequence, run, facts);
    note(move);
    run = applyMove(sequence, run, move, now);
    if (move.kind === "act" && asksModel(move.step)) {
      const { id: stepId } = move.step;
      run = { ...run, outcome: { stepId, result: "done", why: [], label: context.labels[stepId] } };
    }
    if (move.kind === "end") return entries;
    if (attempt?.isInterrupted && run.state === "acting")
      attempt = attemptSend(runStep(sequence, run), attempt.waits);
    else if (move.kind === "wait")
      // Whatever comes first: the answer, or the end of the wait.
      now = answersAt !== null && answersAt > now ? Math.min(answersAt, move.until) : move.until;
    else {
      attempt = null;
      if (run.state === "acting" && !runStep(sequence, run).holds)
        attempt = attemptSend(runStep(sequence, run), []);
    }
    now = Math.max(now, attempt?.settledAt ?? now);
  }
  return entries;
};

const runStep = ({ steps }: Sequence, { stepId }: Run): SequenceStep => {
  const step = steps.find(({ id }) => id === stepId);
  if (!step) throw new Error("A run acts at a step that does not exist");
  return step;
};

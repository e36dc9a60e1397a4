import { expect, test } from "vitest";
import { dayMs, hourMs, minuteMs } from "#domain/compliance/durations.ts";
import type { ActionStatus } from "#domain/messages/action-status.ts";
import { compileRule } from "#domain/rules/evaluate.ts";
import { type StopEvent, type StopHappening, stopEvents } from "#domain/rules/step-parts.ts";
import { advance, applyMove, firstOpenStep, type Move, type RunFacts } from "./advance.ts";
import { messageOf, type Sequence, type SequenceStep } from "./compile-sequence.ts";
import type { Run } from "./run-state.ts";

/** Mulberry32: the same sequence in every run. */
const drawFrom = (seed: number) => {
  let state = seed;
  return (below: number): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below);
  };
};
type Draw = ReturnType<typeof drawFrom>;

/** Clocks go forward within the time of most runs. */
const begin = Date.UTC(2027, 1, 25, 14);
const calendar = { zone: "America/New_York", isHoliday: (day: number) => day % 11 === 0 };
const segmentId = "0199aaaa-0000-7000-8000-000000000001";

const randomRows = (draw: Draw): object[] => {
  const pick = <T>(list: readonly T[]): T => list[draw(list.length)] as T;
  const wait = () =>
    pick([
      undefined,
      undefined,
      { for: 1 + draw(5), unit: pick(["minutes", "hours", "days", "workdays"]) },
      { until: pick(["02:30", "10:00"]), days: pick([undefined, ["mon", "thu"]]) },
      { for: 1 + draw(3), unit: "days", until: "09:00" },
      { around: "renewal", offsetDays: draw(20) - 10, until: "10:00" },
      { event: "booked", for: 1 + draw(4), unit: "days" },
    ]);
  const test = () =>
    pick(["unanswered", "answered", "in_segment", "not_in_segment", "happened", "not_happened"]);
  const condition = (is: string) => ({
    ...{ is, else: pick(["skip", "end", "skip"]) },
    ...(is.endsWith("in_segment") ? { segmentId } : {}),
    ...(is.endsWith("happened") ? { event: "booked" } : {}),
  });
  const rows: object[] = [];
  const add = (within: object | undefined, depth: number): void => {
    const id = `s${rows.length}`;
    const type = pick(["sms", "email", "sms", "add_tag", "add_task", "ask", "preferred_channel"]);
    const isQuestion = type === "ask" && depth < 2;
    const isMessage = type === "sms" || type === "email" || type === "preferred_channel";
    const kind = type === "ask" && !isQuestion ? "sms" : type;
    rows.push({
      ...{ id, type: kind, template: kind === "ask" ? "" : "Hello there", wait: wait(), within },
      ...(isQuestion || draw(4) === 0 ? { onlyIf: condition(test()) } : {}),
      ...(isMessage ? { ifStopped: pick([undefined, undefined, "end"]), goodForHours: 1 + draw(90) } : {}),
      ...(kind === "add_task" && draw(2) === 0 ? { holds: true, goodForHours: 1 + draw(90) } : {}),
      ...(isMessage && draw(4) === 0
        ? {
            variants: [
              { template: "One way", share: 60 },
              { template: pick(["", "Another"]), share: 40 },
            ],
          }
        : {}),
    });
    if (!isQuestion) return;
    for (const answer of ["yes", "no"])
      for (let count = draw(3); count > 0; count -= 1) add({ step: id, answer }, depth + 1);
  };
  for (let count = 1 + draw(6); count > 0; count -= 1) add(undefined, 0);
  return rows;
};

type Happening = {
  at: number;
  does: StopEvent | "opted_out" | "booked" | "left" | "pause" | "resume" | "task";
};

const randomHistory = (draw: Draw): { happenings: Happening[]; outages: { from: number; to: number }[] } => {
  const kinds = [
    ...stopEvents,
    "opted_out",
    "booked",
    "left",
    "pause",
    "resume",
    "resume",
    "task",
    "task",
  ] as const;
  const happenings = Array.from({ length: draw(7) }, (): Happening => {
    // Some of it was before the run began.
    const at = begin - dayMs + draw(40 * 24 * 60) * minuteMs;
    return { at, does: kinds[draw(kinds.length)] ?? "task" };
  }).toSorted((one, other) => one.at - other.at);
  const outages = draw(3) === 0 ? [{ from: begin + draw(20 * 24) * hourMs, length: 4 * dayMs }] : [];
  return { happenings, outages: outages.map(({ from, length }) => ({ from, to: from + length })) };
};

type Message = {
  stepId: string;
  madeAt: number;
  status: ActionStatus;
  /** When the gate lets it leave, or its outcome is known. */
  settlesAt: number;
  becomes: "sent" | "blocked" | "failed" | "unknown";
  leftAt: number | null;
  goodFrom: number;
};

type Played = { messages: Message[]; steps: { id: string; at: number; answer: string | null }[]; run: Run };

/** The stage and the sender, with a clock: what they decide at each moment is what the product would. */
const play = (
  sequence: Sequence,
  stops: (at: number) => RunFacts,
  history: ReturnType<typeof randomHistory>,
  draw: Draw,
): Played => {
  let run: Run = {
    ...{ id: `run-${draw(1e6)}`, startedAt: begin, state: "waiting", since: begin, answers: {}, done: [] },
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
  const messages: Message[] = [];
  const steps: Played["steps"] = [];
  const waiting = [...history.happenings];
  let now = begin;
  let due: number | null = begin;
  const current = (): Message | undefined => messages.find(({ stepId }) => stepId === run.stepId);
  const note = (move: Move): void => {
    if (move.kind === "pass" || move.kind === "takeBack")
      steps.push({ id: move.step.id, at: now, answer: null });
    if (move.kind === "answer") steps.push({ id: move.step.id, at: now, answer: move.answer });
    const message = current();
    if ((move.kind === "end" || move.kind === "takeBack") && message && message.leftAt === null)
      message.status = "cancelled";
    if (move.kind !== "act") return;
    const { step } = move;
    if (step.holds) return;
    if (messageOf(step, run.id) === null) {
      steps.push({ id: step.id, at: now, answer: null });
      return;
    }
    const becomes = (["sent", "sent", "sent", "blocked", "failed", "unknown"] as const)[draw(6)] ?? "sent";
    const delay = draw(3) === 0 ? draw(100) * hourMs : 0;
    messages.push({
      ...{ stepId: step.id, madeAt: now, status: "pending", settlesAt: now + delay, becomes, leftAt: null },
      goodFrom: (move.goodUntil ?? now) - step.goodForMs,
    });
  };
  const decide = (): void => {
    due = null;
    for (;;) {
      const message = current();
      const facts: RunFacts = {
        ...stops(now),
        action:
          run.state === "acting" && message
            ? { status: message.status, leftAt: message.leftAt, reasons: [] }
            : null,
      };
      const move = advance(sequence, run, facts);
      note(move);
      run = applyMove(sequence, run, move, now);
      if (move.kind === "end" || move.kind === "rest") return;
      if (move.kind === "wait" || (move.kind === "act" && run.state === "acting")) {
        due = move.kind === "wait" ? move.until : run.goodUntil;
        return;
      }
    }
  };
  /** What a sender does: it finds the run due first, and sends only for one that is at work and not paused. */
  const send = (): void => {
    for (const message of messages) {
      if (message.status !== "pending" || message.settlesAt > now || run.pausedAt !== null) continue;
      if (run.state !== "acting" || run.stepId !== message.stepId) continue;
      message.status = message.becomes;
      if (message.becomes === "sent" || message.becomes === "unknown") message.leftAt = now;
      due = now;
    }
  };
  const apply = ({ does, at }: Happening): void => {
    if (does === "pause" && run.pausedAt === null) run = { ...run, pausedAt: at };
    else if (does === "resume" && run.pausedAt !== null) run = { ...run, pausedAt: null, resumedAt: at };
    else if (does === "booked" || does === "left") {
      const key = does === "booked" ? "event:booked" : `left:${segmentId}`;
      if (at > begin) run = { ...run, happened: { ...run.happened, [key]: at } };
    } else if (does === "task" && run.state === "acting" && current() === undefined && run.stepId !== null)
      run = { ...run, outcome: { stepId: run.stepId, result: "done", why: [] } };
    due = now;
  };
  const hasEnded = (): boolean => run.state === "ended";
  for (let turns = 0; !hasEnded() && turns < 2000; turns += 1) {
    const sends = messages.flatMap(({ status, settlesAt }) =>
      status === "pending" && run.pausedAt === null ? settlesAt : [],
    );
    const next = Math.min(
      due ?? Number.POSITIVE_INFINITY,
      waiting[0]?.at ?? Number.POSITIVE_INFINITY,
      ...sends,
    );
    if (!Number.isFinite(next)) break;
    now = Math.max(now, next);
    const outage = history.outages.find(({ from, to }) => now >= from && now < to);
    if (outage) now = outage.to;
    while (!hasEnded() && waiting[0] && waiting[0].at <= now) apply(waiting.shift() as Happening);
    if (due !== null && due <= now) decide();
    if (!hasEnded()) send();
  }
  return { messages, steps, run };
};

const check = (seed: number): { sent: number; ended: boolean } => {
  const draw = drawFrom(seed);
  const chosen = stopEvents.filter(() => draw(2) === 0);
  const stopOn: StopHappening[] = [
    ...(draw(3) === 0 ? [{ kind: "event" as const, type: "booked" }] : []),
    ...(draw(3) === 0 ? [{ kind: "segment" as const, segmentId, is: "left" as const }] : []),
  ];
  const actions = randomRows(draw);
  const options = { stopWhen: [...chosen], stopOn };
  const { sequence } = compileRule({ triggers: [], conditions: [], actions, options });
  if (!sequence) throw new Error("The rows are no sequence");
  const history = randomHistory(draw);
  const isMember = draw(3);
  const lastOf = (does: Happening["does"], now: number): number | null =>
    history.happenings.findLast((one) => one.does === does && one.at <= now)?.at ?? null;
  const factsAt = (now: number): RunFacts => ({
    ...{ now, calendar, action: null, dates: new Map(draw(4) === 0 ? [] : [["renewal", "2027-03-16"]]) },
    optedOutAt: lastOf("opted_out", now),
    answeredAt: lastOf("answered", now),
    colleagueWroteAt: lastOf("colleague_wrote", now),
    convertedAt: lastOf("converted", now),
    segments: new Map([[segmentId, isMember === 2 ? null : isMember === 1]]),
  });
  const { messages, steps, run } = play(sequence, factsAt, history, draw);

  const stepById = new Map<string, SequenceStep>(sequence.steps.map((step) => [step.id, step]));
  const place = (id: string): number => sequence.steps.findIndex((step) => step.id === id);
  const demand = (isKept: boolean, promise: string): void => {
    if (!isKept)
      throw new Error(`${promise}; seed ${seed}: ${JSON.stringify({ actions, history, steps, messages })}`);
  };

  const madeOnce = new Set(messages.map(({ stepId }) => stepId)).size === messages.length;
  demand(madeOnce, "a step has one message at most");
  demand(new Set(steps.map(({ id }) => id)).size === steps.length, "each step is over once");

  const isInOrder = steps.every(
    ({ id }, index) => index === 0 || place(id) > place(steps[index - 1]?.id ?? ""),
  );
  demand(isInOrder, "steps are done in their order");
  for (const id of [...steps.map((step) => step.id), ...messages.map(({ stepId }) => stepId)]) {
    const within = stepById.get(id)?.within;
    const isAnswered = !within || steps.find((step) => step.id === within.step)?.answer === within.answer;
    demand(isAnswered, "a step of an answer follows that answer");
  }

  const stopping: Happening["does"][] = [
    "opted_out",
    ...chosen,
    ...stopOn.map((one) => (one.kind === "event" ? ("booked" as const) : ("left" as const))),
  ];
  const stoppedAt = history.happenings.find(({ at, does }) => at > begin && stopping.includes(does))?.at;
  for (const { madeAt, leftAt } of messages)
    demand(
      Math.max(madeAt, leftAt ?? 0) <= (stoppedAt ?? Infinity),
      "nothing leaves after what ends the run",
    );

  for (const { stepId, leftAt, goodFrom } of messages) {
    if (leftAt === null) continue;
    const resumedAt = lastOf("resume", leftAt) ?? 0;
    const goodForMs = stepById.get(stepId)?.goodForMs ?? 0;
    demand(leftAt < Math.max(goodFrom, resumedAt) + goodForMs, "nothing leaves later than it is good for");
  }

  demand(run.state === "ended" || run.pausedAt !== null, "a run that is not paused comes to its end");
  return { sent: messages.filter(({ leftAt }) => leftAt !== null).length, ended: run.state === "ended" };
};

test("random lists of steps keep their promises through random histories", () => {
  let [sent, ended] = [0, 0];
  for (let seed = 1; seed <= 3000; seed += 1) {
    const outcome = check(seed);
    sent += outcome.sent;
    ended += Number(outcome.ended);
  }
  // The cases say something only where messages leave and runs end.
  expect(sent).toBeGreaterThan(1000);
  expect(ended).toBeGreaterThan(2000);
});

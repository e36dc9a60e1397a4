import { describe, expect, test } from "vitest";
import { compileRule } from "#domain/rules/evaluate.ts";
import { defaultOptions } from "#domain/rules/rule.ts";
import { advance, applyMove, firstOpenStep, type RunFacts } from "#domain/sequences/advance.ts";
import { messageOf, placesAfterRemoval } from "#domain/sequences/compile-sequence.ts";
import type { Run } from "#domain/sequences/run-state.ts";
import { waitEnd } from "#domain/sequences/wait-end.ts";

type Sequence = Parameters<typeof advance>[0];
type Move = ReturnType<typeof advance>;
type Action = NonNullable<RunFacts["action"]>;
type Row = { id: string; [part: string]: unknown };
type Answer = "yes" | "no";
type Case = [what: string, run: Partial<Run>, facts: Partial<RunFacts>, move: object];

const hour = 3_600_000;
/** Monday, 9:00 in New York. */
const start = Date.parse("2026-06-15T13:00:00Z");
const h = (hours: number) => start + hours * hour;
const segment = "7d9c0f6e-3b1a-4c52-9a5e-2f1d7c0b8a10";
const inSegment = (value: boolean | null) => ({ segments: new Map([[segment, value]]) });
const wait = (hours: number) => ({ wait: { for: hours, unit: "hours" } });
// How a row names its question; this is the only place that knows the shape.
const within = (step: string, answer: Answer) => ({ within: { step, answer } });
const row = (type: string, id: string, parts = {}): Row => ({ id, type, template: id, ...parts });
const sms = (id: string, parts: object = {}) => row("sms", id, { goodForHours: 72, ...parts });
const tag = (id: string, parts: object = {}) => row("add_tag", id, parts);
const conditionOf = (is: string) => (is.endsWith("segment") ? { is, segmentId: segment } : { is });
const halves = { variants: ["x", ""].map((template) => ({ template, share: 50 })) };
const ask = (id: string, is: string, parts: object = {}) =>
  row("ask", id, { template: "", onlyIf: conditionOf(is), ...parts });

const sequenceOf = (rows: readonly object[], chosen: object = {}): Sequence => {
  const actions = rows as Parameters<typeof compileRule>[0]["actions"];
  const options = { ...defaultOptions, ...chosen };
  const { sequence } = compileRule({ triggers: [], conditions: [], actions, options });
  if (!sequence) throw new Error("This is no sequence.");
  return sequence;
};

const times = {
  opensAt: null,
  pausedAt: null,
  resumedAt: null,
  goodUntil: null,
  happened: {},
  labels: {},
  outcome: null,
};
const runWith = (parts: Partial<Run> = {}): Run => {
  const place = { state: "waiting", stepId: "a", since: start, answers: {}, done: [] } as const;
  return { id: "run-1", startedAt: start, ...place, ...times, ...parts };
};
const events = { optedOutAt: null, answeredAt: null, colleagueWroteAt: null, convertedAt: null };
const calendar = { zone: "America/New_York", isHoliday: () => false };
const factsWith = (parts: Partial<RunFacts> = {}): RunFacts => {
  return { now: h(0.5), segments: new Map(), dates: new Map(), calendar, action: null, ...events, ...parts };
};

const reasons = [{ code: "cap_reached", sentToday: 2 }] as Action["reasons"];
const action = (status: Action["status"], leftAt: number | null = null) => ({
  action: { status, leftAt, reasons: status === "failed" || status === "blocked" ? reasons : [] },
});

const waits = (hours: number) => ({ kind: "wait", until: h(hours) });
const ends = (code: string) => ({ kind: "end", why: { code } });
const acts = (id: string, goodUntil: number | null) => ({ kind: "act", step: { id }, goodUntil });
const passes = { kind: "pass", result: "done" };
const takesBack = { kind: "takeBack", why: { code: "step_too_late" } };
const leftOut = { kind: "pass", result: "left_out" };
const leavesOut = (...codes: string[]) => ({ ...leftOut, why: codes.map((code) => ({ code })) });
const at = (hours: number, facts: Partial<RunFacts> = {}) => ({ now: h(hours), ...facts });

const check = (what: string, rows: readonly object[], options: object, cases: Case[]) =>
  test.each(cases)(`${what}: %s`, (_what, run, facts, move) => {
    const sequence = sequenceOf(rows, options);
    expect(advance(sequence, runWith(run), factsWith(facts))).toMatchObject(move);
  });

const line = [sms("a", wait(1)), sms("b", { ...wait(48), ifStopped: "end" }), tag("c")];
const acting: Partial<Run> = { state: "acting", opensAt: h(1), goodUntil: h(73) };
const all = { answeredAt: h(0.2), convertedAt: h(0.2), colleagueWroteAt: h(0.2) };
const old = { optedOutAt: h(-1), answeredAt: h(-1), convertedAt: h(-1), colleagueWroteAt: h(-1) };
const tie = { optedOutAt: start, answeredAt: start, convertedAt: start, colleagueWroteAt: start };

const renewal = (date: string) => ({ dates: new Map([["renewal", date]]) });
const dayOf = (hours: number) => new Date(h(hours)).toISOString().slice(0, 10);
const atNoon = (date: string) => Date.parse(`${date}T12:00:00-04:00`);
check("a step around a date", [sms("a", { wait: { around: "renewal", until: "12:00" } }), tag("b")], {}, [
  ["waits for it", {}, renewal(dayOf(240)), { kind: "wait", until: atNoon(dayOf(240)) }],
  ["comes at its moment", {}, at(300, renewal(dayOf(240))), { kind: "act", step: { id: "a" } }],
  ["keeps a wait that has begun", { opensAt: h(9) }, renewal(dayOf(240)), { kind: "wait", until: h(9) }],
  ["is left out where the date is missing", {}, {}, leavesOut("date_missing")],
  ["is left out where the moment has passed", {}, renewal(dayOf(-240)), leavesOut("moment_passed")],
]);

check("what ends comes first", line, {}, [
  ["opt-out", {}, { optedOutAt: h(0.2) }, ends("run_opted_out")],
  ["answer", {}, { answeredAt: h(0.2) }, ends("run_answered")],
  ["conversion", {}, { convertedAt: h(0.2) }, ends("run_converted")],
  ["colleague", {}, { colleagueWroteAt: h(0.2) }, ends("run_colleague_wrote")],
  ["not what was before the start", {}, old, waits(1)],
  ["not what was at the very start", {}, tie, waits(1)],
  ["opt-out before all", {}, { ...all, optedOutAt: h(0.4) }, ends("run_opted_out")],
  ["paused", { pausedAt: h(0.1) }, { answeredAt: h(0.2) }, ends("run_answered")],
  ["leaving", acting, { optedOutAt: h(0.2), ...action("dispatching") }, ends("run_opted_out")],
  ["no step left", { stepId: null }, { optedOutAt: h(0.2) }, ends("run_opted_out")],
]);
check("only what is chosen ends it", line, { stopWhen: ["converted"] }, [
  ["others", {}, { ...all, convertedAt: null }, waits(1)],
  ["conversion", {}, all, ends("run_converted")],
]);
check("nothing but an opt-out ends it", line, { stopWhen: [] }, [
  ["others", {}, all, waits(1)],
  ["opt-out", {}, { optedOutAt: h(0.2) }, ends("run_opted_out")],
]);
check("pause and position", line, {}, [
  ["paused, long due", { pausedAt: h(0.1) }, at(900), { kind: "rest" }],
  ["paused, already sent", { ...acting, pausedAt: h(1) }, action("sent", h(1)), { kind: "rest" }],
  ["no step left", { stepId: null }, {}, ends("run_finished")],
  ["step deleted", { stepId: "gone" }, {}, ends("step_removed")],
  ["steps already done", { done: ["b", "a"] }, {}, { kind: "go", stepId: "c" }],
  ["the open one lies before", { stepId: "c", done: ["c"] }, {}, { kind: "go", stepId: null }],
]);

const sentStatuses = ["sent", "delivered", "read", "simulated"] as const;
const notSent = leavesOut("step_not_sent", "cap_reached");
const sent = at(9, action("sent", h(4)));
const left = { ...passes, at: h(4) };
check("a message under way", line, {}, [
  ...sentStatuses.map((status): Case => [status, acting, at(5, action(status, h(4))), left]),
  ["failed", acting, at(5, action("failed", h(4))), notSent],
  ["blocked", acting, at(5, action("blocked")), notSent],
  ["cancelled", acting, at(5, action("cancelled")), leftOut],
  ["dispatching at the limit", acting, at(73, action("dispatching")), { kind: "wait" }],
  ["pending", acting, at(5, action("pending")), waits(73)],
  ["held, just in time", acting, at(72.99, action("held")), waits(73)],
  ["held too long", acting, at(73, action("held")), takesBack],
  ["resumed", { ...acting, resumedAt: h(100) }, at(101, action("pending")), waits(172)],
  ["resumed long ago", { ...acting, resumedAt: h(100) }, at(172, action("held")), takesBack],
  ["failed, ends it", { ...acting, stepId: "b" }, at(50, action("failed")), ends("step_not_sent")],
  ["unknown", acting, at(5, action("unknown", h(4))), waits(28)],
  ["unknown for a day", acting, at(28, action("unknown", h(4))), passes],
]);

const unreadable = [row("carrier_pigeon", "x"), sms("y", { wait: { for: "soon" } })];
const runIds = Array.from({ length: 60 }, (_, index) => `run-${index}`);
const [halved] = sequenceOf([sms("h", halves)]).steps;
const wordless = runIds.find((id) => halved && !messageOf(halved, id)) ?? "none";
const further = [...unreadable, sms("z", { wait: { until: "09:30" } }), sms("h", halves)];
check("waiting", [...line, ...further], {}, [
  ["the moment before", {}, { now: h(1) - 1 }, waits(1)],
  ["now", {}, at(1), acts("a", h(73))],
  ["too late", {}, at(73), leavesOut("step_too_late")],
  ["four days of outage", {}, at(97), leavesOut("step_too_late")],
  ["too late, must leave", { stepId: "b" }, at(120), ends("step_too_late")],
  ["begun longer", { opensAt: h(9) }, at(5), waits(9)],
  ["begun shorter", { opensAt: h(0.25) }, {}, acts("a", h(72.25))],
  ["resumed after a month", { resumedAt: h(720) }, at(721), acts("a", h(792))],
  ["a tag after an outage", { stepId: "c" }, at(900), acts("c", null)],
  ["a row that cannot be read", { stepId: "x" }, {}, leftOut],
  ["a wait that cannot be read", { stepId: "y" }, {}, leftOut],
  ["the clock of the person", { stepId: "z" }, { now: start }, waits(0.5)],
  ["no words", { id: wordless, stepId: "h" }, {}, leavesOut("step_holdout")],
]);

const answered = { answeredAt: h(1) };
test.each<[is: string, what: string, facts: Partial<RunFacts>, truth: boolean | null]>([
  ["unanswered", "silence", {}, true],
  ["unanswered", "an old answer", { answeredAt: h(-1) }, true],
  ["unanswered", "an answer", answered, false],
  ["answered", "silence", {}, false],
  ["answered", "an answer", answered, true],
  ["in_segment", "inside", inSegment(true), true],
  ["in_segment", "outside", inSegment(false), false],
  ["in_segment", "unreadable", inSegment(null), null],
  ["not_in_segment", "inside", inSegment(true), false],
  ["not_in_segment", "outside", inSegment(false), true],
  ["not_in_segment", "unreadable", inSegment(null), null],
  ["not_in_segment", "never read", {}, null],
])("condition and question, %s: %s", (is, _what, parts, truth) => {
  const decide = (step: Row, hours: number) =>
    advance(sequenceOf([step], { stopWhen: [] }), runWith(), factsWith(at(hours, parts)));
  const onlyIf = conditionOf(is);
  const no = truth === null ? leavesOut("step_segment_unreadable") : leftOut;
  expect(decide(tag("a", { onlyIf }), 2)).toMatchObject(truth ? { kind: "act" } : no);
  const ending = tag("a", { onlyIf: { ...onlyIf, else: "end" } });
  expect(decide(ending, 2).kind).toBe(truth ? "act" : "end");

  const question = ask("a", is, wait(48));
  const answer = { kind: "answer", answer: truth ? "yes" : "no" };
  expect(decide(question, 48)).toMatchObject(answer);
  expect(decide(question, 500)).toMatchObject(answer);
  expect(decide(question, 47)).toMatchObject(parts === answered ? answer : waits(48));
});

test.each<[what: string, run: Partial<Run>, facts: Partial<RunFacts>, after: Partial<Run>]>([
  ["a begun wait keeps its end", {}, {}, { state: "waiting", stepId: "a", opensAt: h(1) }],
  ["the next wait counts from then", acting, sent, { stepId: "b", since: h(4), opensAt: null }],
  ["time never goes back", { ...acting, since: h(6) }, sent, { since: h(6), done: ["a"] }],
])("applied: %s", (_what, run, parts, after) => {
  const [sequence, before, facts] = [sequenceOf(line), runWith(run), factsWith(parts)];
  const move = advance(sequence, before, facts);
  expect(applyMove(sequence, Object.freeze(before), move, facts.now)).toMatchObject(after);
});

const newWorld = (rows: readonly object[], options: object = {}) => {
  const sequence = sequenceOf(rows, options);
  const run = runWith({ stepId: firstOpenStep(sequence)?.id ?? null });
  return { sequence, run, facts: factsWith({ now: start }), acted: "" };
};
type World = ReturnType<typeof newWorld>;

/** Decides and applies, as the server does, until the run needs time or an event. */
const settle = (world: World, inspect: (move: Move) => void = () => {}): Move => {
  for (let turn = 0; turn < 100; turn += 1) {
    const move = advance(world.sequence, world.run, world.facts);
    inspect(move);
    if (move.kind === "act") world.acted += move.step.id;
    world.run = applyMove(world.sequence, Object.freeze(world.run), move, world.facts.now);
    const leaves = move.kind === "act" && world.run.state === "acting";
    if (leaves) world.facts = { ...world.facts, ...action("pending") };
    else if (move.kind === "takeBack") world.facts = { ...world.facts, ...action("cancelled") };
    else if (world.run.state !== "acting") world.facts = { ...world.facts, action: null };
    if (leaves || ["wait", "rest", "end"].includes(move.kind)) return move;
  }
  throw new Error("The run never settles.");
};

/** Sends each message an hour after its step, until the run ends or waits at a given step. */
const play = (world: World, lastStep: string | null = null): Move => {
  for (let turn = 0; turn < 100; turn += 1) {
    const move = settle(world);
    if (move.kind === "end" || (move.kind === "wait" && world.run.stepId === lastStep)) return move;
    const now = move.kind === "wait" ? move.until : world.facts.now + hour;
    const leaves = world.run.state === "acting" ? action("sent", now) : {};
    world.facts = { ...world.facts, now, ...leaves };
  }
  throw new Error("The run never ends.");
};

const edit = (world: World, rows: readonly object[], options: object = {}) => {
  const sequence = sequenceOf(rows, options);
  const places = placesAfterRemoval(world.sequence.steps, sequence.steps);
  const stepId = places.get(world.run.stepId ?? "");
  if (stepId !== undefined) world.run = { ...world.run, stepId, opensAt: null };
  world.sequence = sequence;
};

test("nested questions take one way each", () => {
  const inner = [ask("b", "answered", within("a", "yes")), sms("c", within("b", "yes"))];
  const rest = [sms("d", within("b", "no")), sms("e", within("a", "no")), sms("f")];
  const world = newWorld([ask("a", "unanswered"), ...inner, ...rest]);
  expect([play(world), world.acted]).toMatchObject([ends("run_finished"), "df"]);
});

test.each([
  ["its step first", "cabd", "abcd"],
  ["its step deleted", "abd", "abd"],
  ["all that is open deleted", "ab", "ab"],
  ["a new step before", "abxcd", "abcd"],
  ["a new step behind", "abcxd", "abcxd"],
  ["an open step moved before", "dcab", "abc"],
])("edited while it waits for the third step: %s", (_what, list, acted) => {
  const rows = (ids: string) => [...ids].map((id) => sms(id, wait(1)));
  const world = newWorld(rows("abcd"));
  play(world, "c");
  edit(world, rows(list));
  expect([play(world), world.acted]).toMatchObject([ends("run_finished"), acted]);
});

const everyFact = ["answeredAt", "convertedAt", "colleagueWroteAt"] as const;
const statuses = [...sentStatuses, "failed", "blocked", "unknown", "held", "dispatching"] as const;
type Path = [question: string, answer: Answer][];

/** Plays one random list through one random history; gives the promises broken. */
const tell = (seed: number): string[] => {
  let state = Math.imul(seed, 2_654_435_761) >>> 0;
  const below = (limit: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
  const pick = <T>(list: readonly T[]) => list[below(list.length)] as T;
  const paths = new Map<string, Path>();
  const randomBlock = (path: Path): Row[] => {
    const id = `s${paths.size}`;
    paths.set(id, path);
    const last = path.at(-1);
    const parts = { ...(below(3) > 0 && wait(pick([1, 24, 60]))), ...(last && within(...last)) };
    const is = pick(["unanswered", "answered", "in_segment", "not_in_segment"]);
    if (path.length < 2 && below(3) === 0) {
      const branch = (answer: Answer) =>
        Array.from({ length: below(3) }, () => randomBlock([...path, [id, answer]])).flat();
      return [ask(id, is, parts), ...branch("yes"), ...branch("no")];
    }
    if (below(4) === 0) return [tag(id, parts)];
    const onlyIf = { ...conditionOf(is), else: pick(["skip", "skip", "end"]) };
    const extra = pick([{}, {}, { onlyIf }, { ifStopped: "end" }, halves]);
    return [sms(id, { ...parts, ...extra, goodForHours: pick([1, 24, 72]) })];
  };
  const blocks = Array.from({ length: 6 }, () => randomBlock([]));
  const [options, stopFacts] = below(3) > 0 ? [{}, everyFact] : [{ stopWhen: [] }, []];
  const world = newWorld(blocks.flat(), options);
  world.run = { ...world.run, id: `run-${seed}` };

  const broken: string[] = [];
  const handled = new Set<string>();
  const given = new Map<string, Answer>();
  const isOpen = (id: string) => paths.get(id)?.every(([on, answer]) => given.get(on) === answer);
  let [position, edited] = [-1, false];
  const inspect = (move: Move) => {
    const { run, facts, sequence } = world;
    const stopped = [...stopFacts, "optedOutAt" as const].some((fact) => facts[fact] !== null);
    if (stopped && move.kind !== "end") broken.push(`${move.kind} after a stop`);
    if (move.kind === "wait" && move.until <= facts.now) broken.push("waits for the past");
    if (move.kind !== "act" && move.kind !== "pass" && move.kind !== "answer") return;
    if (move.kind === "pass" && run.state === "acting") return;
    const { step } = move;
    if (handled.has(step.id)) broken.push(`${move.kind} of ${step.id} again`);
    handled.add(step.id);
    if (!isOpen(step.id)) broken.push(`${step.id} belongs to another answer`);
    const before = position;
    position = sequence.steps.findIndex(({ id }) => id === step.id);
    if (!edited && position <= before) broken.push(`${step.id} out of order`);
    if (move.kind === "answer") given.set(step.id, move.answer);
    if (move.kind !== "act") return;
    const opens = run.opensAt ?? (step.wait ? waitEnd(step.wait, run.since, calendar) : run.since);
    if (facts.now < opens) broken.push(`${step.id} too early`);
    const limit = Math.max(opens, run.resumedAt ?? 0) + step.goodForMs;
    const goodUntil = messageOf(step, run.id) ? limit : null;
    if (move.goodUntil !== goodUntil) broken.push(`${step.id} with another limit`);
    if (goodUntil !== null && facts.now >= limit) broken.push(`${step.id} too late`);
  };

  for (let turn = 0; turn < 400; turn += 1) {
    const move = settle(world, inspect);
    const { run, facts } = world;
    if (move.kind === "end") {
      if (edited || move.why.code !== "run_finished") return broken;
      const forgotten = world.sequence.steps.filter(({ id }) => isOpen(id) && !handled.has(id));
      return [...broken, ...forgotten.map(({ id }) => `${id} forgotten`)];
    }
    const chance = below(100);
    let now = facts.now + 1 + below(2 * hour);
    let change: Partial<RunFacts> = inSegment(pick([true, false, null]));
    if (chance < 6) world.facts = { ...facts, [pick([...everyFact, "optedOutAt"])]: now };
    else if (run.pausedAt !== null) {
      now += below(40 * 24 * hour);
      world.run = { ...run, pausedAt: null, resumedAt: now };
    } else if (chance < 10) world.run = { ...run, pausedAt: now };
    else if (chance < 18 && run.state === "waiting") {
      const [block = []] = blocks.splice(below(blocks.length), 1);
      const put = pick([[block], [block, randomBlock([])], blocks.length > 2 ? [] : [block]]);
      blocks.splice(below(blocks.length + 1), 0, ...put);
      edit(world, blocks.flat(), options);
      edited = true;
    } else if (run.state === "acting" && below(5) > 0) {
      change = action(pick(statuses), facts.action?.leftAt ?? now);
    } else if (move.kind === "wait") now = move.until + (below(10) === 0 ? 96 * hour : 0);
    world.facts = { ...world.facts, ...change, now };
  }
  return [...broken, "never ends"];
};

test("random lists keep their promises over random histories", () => {
  for (let seed = 1; seed <= 500; seed += 1) expect(tell(seed), `seed ${seed}`).toEqual([]);
});

describe("what happens to a person", () => {
  const segmentId = "0199aaaa-0000-7000-8000-000000000001";
  const stopOn = [
    { kind: "event", type: "Booked" },
    { kind: "segment", segmentId, is: "left" },
  ];
  const happened = (key: string, hours: number) => ({ happened: { [key]: h(hours) } });

  test("ends a run at an event or a segment that it names, and only after its start", () => {
    const sequence = sequenceOf([row("sms", "a")], { stopOn });
    const ended = (parts: Partial<Run>) => advance(sequence, runWith(parts), factsWith());
    expect(ended(happened("event:booked", 0.2))).toMatchObject({
      ...ends("run_event"),
      why: { code: "run_event", type: "Booked", at: h(0.2) },
    });
    expect(ended(happened(`left:${segmentId}`, 0.2))).toMatchObject(ends("run_left_segment"));
    expect(ended(happened(`entered:${segmentId}`, 0.2))).toMatchObject({ kind: "act" });
    expect(ended(happened("event:booked", -1))).toMatchObject({ kind: "act" });
    expect(ended({ ...happened("event:booked", 0.2), pausedAt: h(0.1) })).toMatchObject(ends("run_event"));
  });

  const untilBooked = row("sms", "a", { wait: { event: "booked", for: 2, unit: "hours" } });
  test("ends a wait for it, which otherwise lasts as long as it may", () => {
    const sequence = sequenceOf([untilBooked]);
    const at = (now: number, parts: Partial<Run> = {}) =>
      advance(sequence, runWith(parts), factsWith({ now: h(now) }));
    expect(at(0.5)).toMatchObject(waits(2));
    expect(at(0.5, { ...happened("event:booked", 0.4), opensAt: h(2) })).toMatchObject({ kind: "act" });
    expect(at(2)).toMatchObject({ kind: "act" });
    // What came before the step does not count for it.
    expect(at(1.5, { since: h(1), ...happened("event:booked", 0.4) })).toMatchObject(waits(3));
  });

  test("is what a question may ask, and answers it before its wait is over", () => {
    const asks = (is: string) =>
      sequenceOf([
        row("ask", "a", {
          ...{ template: "", onlyIf: { is, event: "booked" }, wait: { for: 2, unit: "hours" } },
        }),
      ]);
    const answered = (is: string, parts: Partial<Run>, now = 0.5) =>
      advance(asks(is), runWith(parts), factsWith({ now: h(now) }));
    expect(answered("happened", happened("event:booked", 0.2))).toMatchObject({
      kind: "answer",
      answer: "yes",
    });
    expect(answered("not_happened", happened("event:booked", 0.2))).toMatchObject({
      kind: "answer",
      answer: "no",
    });
    expect(answered("happened", {})).toMatchObject(waits(2));
    expect(answered("happened", {}, 2)).toMatchObject({ kind: "answer", answer: "no" });
    expect(answered("not_happened", {}, 2)).toMatchObject({ kind: "answer", answer: "yes" });
  });
});

describe("a task that holds the run", () => {
  const sequence = sequenceOf([row("add_task", "a", { holds: true, goodForHours: 4 }), row("sms", "b")]);
  const [step] = sequence.steps;
  const holding = runWith({ state: "acting", goodUntil: h(4.5) });

  test("is added, and waited for", () => {
    const move = advance(sequence, runWith(), factsWith());
    expect(move).toMatchObject(acts("a", h(4.5)));
    expect(applyMove(sequence, runWith(), move, h(0.5))).toMatchObject({ state: "acting", stepId: "a" });
    expect(advance(sequence, holding, factsWith({ now: h(1) }))).toMatchObject(waits(4.5));
  });

  test("lets the run go on once it is done, or after its time", () => {
    const outcome = { stepId: "a", result: "done" as const, why: [] };
    const done = advance(sequence, { ...holding, outcome }, factsWith({ now: h(1) }));
    expect(done).toMatchObject({ ...passes, step, at: h(1) });
    expect(applyMove(sequence, { ...holding, outcome }, done, h(1))).toMatchObject({
      ...{ state: "waiting", stepId: "b", since: h(1), outcome: null },
    });
    expect(advance(sequence, holding, factsWith({ now: h(4.5) }))).toMatchObject({
      ...passes,
      why: [{ code: "task_not_done" }],
    });
  });

  test("that another step left behind says nothing of this one", () => {
    const outcome = { stepId: "x", result: "done" as const, why: [] };
    expect(advance(sequence, { ...holding, outcome }, factsWith({ now: h(1) }))).toMatchObject(waits(4.5));
  });
});

describe("a step at which a model is asked", () => {
  const labels = ["repair", "purchase"];
  const aiRow = (parts: object = {}) =>
    row("ai", "a", { template: "", ai: { task: "classify", labels }, goodForHours: 72, ...parts });
  const labelled = (label: string, is = "labelled") => ({ onlyIf: { is, step: "a", label } });
  const outcome = (result: "done" | "left_out", label?: string): Partial<Run> => ({
    ...acting,
    outcome: { stepId: "a", result, why: [{ code: result === "done" ? "ai_label" : "ai_refused" }], label },
  });

  check("the run", [aiRow(), tag("b")], {}, [
    ["begins it", {}, {}, acts("a", h(0.5) + 72 * hour)],
    ["waits for the answer", acting, {}, { kind: "wait", until: h(73), why: { code: "run_waits_for_ai" } }],
    ["goes on with it", outcome("done", "repair"), {}, { ...passes, label: "repair" }],
    ["goes on without it", outcome("left_out"), {}, leavesOut("ai_refused")],
    ["waits no longer than it is good for", acting, at(73), leavesOut("ai_too_late")],
    [
      "is not too late after a pause",
      { ...acting, resumedAt: h(80) },
      at(81),
      { kind: "wait", until: h(152), why: { code: "run_waits_for_ai" } },
    ],
    ["ends at an answer of the person", acting, { answeredAt: h(0.2) }, ends("run_answered")],
  ]);
  check("a run that ends without an answer", [aiRow({ ifStopped: "end" })], {}, [
    ["ends with the reason", outcome("left_out"), {}, { ...ends("step_not_answered"), details: [{}] }],
    ["ends when it is too late", acting, at(73), ends("ai_too_late")],
    ["goes on with an answer", outcome("done"), {}, passes],
  ]);

  const rows = [aiRow(), sms("b", labelled("repair")), ask("q", "answered", labelled("purchase"))];
  const past = (parts: Partial<Run>) => ({ done: ["a"], ...parts });
  check("what comes after", rows, { stopWhen: [] }, [
    ["is for the label", past({ stepId: "b", labels: { a: "repair" } }), {}, acts("b", h(72))],
    [
      "is not for another",
      past({ stepId: "b", labels: { a: "purchase" } }),
      {},
      leavesOut("step_test_unmet"),
    ],
    ["is not for none", past({ stepId: "b" }), {}, leavesOut("step_test_unmet")],
    ["is asked for", past({ stepId: "q", labels: { a: "purchase" } }), {}, { kind: "answer", answer: "yes" }],
    ["is asked for in vain", past({ stepId: "q" }), {}, { kind: "answer", answer: "no" }],
  ]);
  check("the opposite", [aiRow(), sms("b", labelled("repair", "not_labelled"))], {}, [
    ["holds without a label", past({ stepId: "b" }), {}, acts("b", h(72))],
    ["not with it", past({ stepId: "b", labels: { a: "repair" } }), {}, leavesOut("step_test_unmet")],
  ]);

  test("keeps the label with the run, once for each step", () => {
    const sequence = sequenceOf([aiRow(), tag("b")]);
    const run = runWith({ ...outcome("done", "repair"), labels: { x: "old" } });
    const next = applyMove(sequence, run, advance(sequence, run, factsWith()), h(1));
    expect(next).toMatchObject({
      ...{ state: "waiting", stepId: "b", outcome: null, labels: { a: "repair", x: "old" } },
    });
  });
});

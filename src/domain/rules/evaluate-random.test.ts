import { expect, test } from "vitest";
import { compileRule, evaluateRule } from "./evaluate.ts";
import { eventReceived, type RuleEvent, type RuleSnapshot, scoresChanged } from "./snapshot.ts";

type Case = { snapshot: RuleSnapshot; event: RuleEvent };

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
const draw = drawFrom(42);
const pick = <T>(list: readonly T[]): T => list[draw(list.length)] as T;
const some = <T>(most: number, make: () => T): T[] => Array.from({ length: 1 + draw(most) }, make);

const names = { intent_score: "intent", propensity_score: "propensity", churn_risk: "churn" } as const;
const values = ["0", "25", "50", "75", "100", "many", "", "101"];
const zones = ["America/Puerto_Rico", "America/New_York", "Asia/Kolkata", "Nowhere/Land"];
const statuses = ["new", "qualified", "contacted", "converted"] as const;

const trigger = () => {
  const type = pick(["intent_score", "propensity_score", "churn_risk", "event"] as const);
  const operator = pick([">=", "<=", "=", "!="] as const);
  return { type, operator, value: type === "event" ? pick(["a", "b", "c", ""]) : pick(values) };
};
const condition = () => {
  const type = pick(["consent", "time_window", "tag", "status"] as const);
  if (type === "consent")
    return {
      type,
      field: pick(["sms", "call", "email", "fax"]),
      value: pick(["true", "false", "true", "what"]),
    };
  if (type === "tag")
    return { type, field: pick(["has", "has_not", "odd"]), value: pick(["vip", "solar", "x"]) };
  if (type === "status") return { type, field: pick(["is", "is_not"]), value: pick([...statuses, "gone"]) };
  return {
    type,
    field: pick(["recipient", "workspace", ...zones]),
    value: pick(["08:00-18:00", "mon,wed 22:00-03:00", "sat-sun 00:00-24:00", "later"]),
  };
};
type AnyRule = {
  triggers: ReturnType<typeof trigger>[];
  conditions: ReturnType<typeof condition>[];
  actions: unknown[];
};
const rule = (): AnyRule => ({
  triggers: some(3, trigger),
  conditions: some(3, condition),
  actions: [{ type: "sms", template: draw(10) === 0 ? "" : "hello" }],
});

const scores = () =>
  draw(8) === 0 ? null : { intent: draw(5) * 25, propensity: draw(5) * 25, churn: draw(101) };
const someCase = (): Case => {
  const snapshot = {
    person: {
      id: "p",
      type: "lead" as const,
      status: pick(statuses),
      tags: ["vip", "solar"].filter(() => draw(2) === 0),
      consents: { sms: draw(2) === 0, ...(draw(2) === 0 ? { call: draw(2) === 0 } : {}) },
      optedOut: draw(2) === 0,
      createdAt: 0,
    },
    scores: scores(),
    previousScores: scores(),
    now: Date.UTC(2026, 0, 1) + draw(365 * 24 * 60) * 60_000,
    zones: { recipient: zones.filter(() => draw(4) === 0), workspace: pick(zones.slice(0, 3)) },
  };
  const event = draw(2) === 0 ? scoresChanged(snapshot) : eventReceived(snapshot, pick(["a", "b", null]));
  return { snapshot, event };
};

/** A reference implementation that interprets the stored texts of a rule directly. */
const compare = (operator: string, left: number, right: number): boolean =>
  operator === ">="
    ? left >= right
    : operator === "<="
      ? left <= right
      : (left === right) === (operator === "=");

const localTime = (now: number, zone: string) => {
  try {
    const text = new Date(now).toLocaleString("en-GB", {
      timeZone: zone,
      weekday: "short",
      hour: "2-digit",
      minute: "2-digit",
    });
    const [, day = "", hours, minutes] = /^(\w{3}).*?(\d\d):(\d\d)/.exec(text) ?? [];
    return { day: day.toLowerCase(), minute: Number(hours) * 60 + Number(minutes) };
  } catch {
    return undefined;
  }
};

const isOpen = (text: string, now: number, zone: string): boolean => {
  const local = localTime(now, zone);
  if (!local) return false;
  const { day, minute } = local;
  if (text === "08:00-18:00") return minute >= 480 && minute < 1080;
  if (text === "sat-sun 00:00-24:00") return day === "sat" || day === "sun";
  if (text === "mon,wed 22:00-03:00")
    return minute >= 1320 ? ["mon", "wed"].includes(day) : minute < 180 && ["tue", "thu"].includes(day);
  return false;
};

const triggered = ({ type, operator, value }: AnyRule["triggers"][number], one: Case, edge: boolean) => {
  if (type === "event") {
    if ((operator !== "=" && operator !== "!=") || value === "") return false;
    if (!edge) return true;
    return one.event.kind === "event" && (one.event.eventType === value) === (operator === "=");
  }
  const limit = value === "" ? Number.NaN : Number(value);
  if (!(limit >= 0 && limit <= 100)) return false;
  const test = (scores: Case["snapshot"]["scores"]) =>
    scores !== null && compare(operator, scores[names[type]], limit);
  return edge ? test(one.event.after) && !test(one.event.before) : test(one.snapshot.scores);
};

const allowed = ({ type, field, value }: AnyRule["conditions"][number], { snapshot }: Case): boolean => {
  const { person, now } = snapshot;
  if (type === "consent") {
    if (field === "fax" || value === "what") return false;
    return ((person.consents as Record<string, boolean>)[field] ?? false) === (value === "true");
  }
  if (type === "tag") return field !== "odd" && person.tags.includes(value) === (field === "has");
  if (type === "status") return value !== "gone" && (person.status === value) === (field === "is");
  const where =
    field === "workspace" || (field === "recipient" && snapshot.zones.recipient.length === 0)
      ? [snapshot.zones.workspace]
      : field === "recipient"
        ? snapshot.zones.recipient
        : [field];
  return where.every((zone) => isOpen(value, now, zone));
};

const reference = (of: AnyRule, one: Case, edge: boolean): boolean =>
  (of.actions[0] as { template: string }).template !== "" &&
  of.triggers.some((row) => triggered(row, one, edge)) &&
  of.conditions.every((row) => allowed(row, one));

test("compiled rules agree with the reference implementation on random rules and people", () => {
  const rules = Array.from({ length: 300 }, rule);
  const cases = Array.from({ length: 200 }, someCase);
  const compiled = rules.map(compileRule);
  const wrong: unknown[] = [];
  let fired = 0;
  for (const [r, words] of rules.entries())
    for (const one of cases) {
      const read = compiled[r] as NonNullable<(typeof compiled)[number]>;
      const edge = reference(words, one, true);
      const level = reference(words, one, false);
      fired += Number(edge);
      const edges = [read.fires(one.snapshot, one.event), evaluateRule(read, one.snapshot, one.event).fired];
      const levels = [read.matches(one.snapshot), evaluateRule(read, one.snapshot, null).fired];
      if (edges.some((answer) => answer !== edge) || levels.some((answer) => answer !== level))
        wrong.push({ words, one, edge, edges, level, levels });
    }
  expect(wrong.slice(0, 2)).toEqual([]);
  expect(fired).toBeGreaterThan(500);
});

test("an evaluated rule always gives a reason", () => {
  for (const compiled of [compileRule(rule()), compileRule(rule())])
    for (const { snapshot, event } of [someCase(), someCase(), someCase()])
      expect(evaluateRule(compiled, snapshot, event).why.length).toBeGreaterThan(0);
});

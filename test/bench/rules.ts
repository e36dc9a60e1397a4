import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { type CompiledRule, compileRule, evaluateRule, type StoredRule } from "#domain/rules/evaluate.ts";
import type { RuleCondition, RuleTrigger } from "#domain/rules/rule.ts";
import {
  eventReceived,
  type RuleEvent,
  type RuleSnapshot,
  type Scores,
  scoresChanged,
} from "#domain/rules/snapshot.ts";
import type { Bench, Figure } from "./measure.ts";

const rulesCount = 1000;
const peopleCount = 1000;
/** The peer library is some thousand times slower. */
const peerPeople = 20;
const peerRounds = 5;
const rounds = 25;
const now = Date.UTC(2026, 10, 11, 14, 37);

/** A fixed seed gives the same rules and people in every run. */
const seededDraw = (seed: number) => {
  let state = seed;
  return (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
};
const draw = seededDraw(2026);
const pick = <T>(list: readonly T[]): T => list[draw(list.length)] as T;

const scoreNames = { intent_score: "intent", propensity_score: "propensity", churn_risk: "churn" } as const;
const isOfScore = (type: string): type is keyof typeof scoreNames => type in scoreNames;
const eventTypes = ["form_submitted", "quote_requested", "page_viewed", "link_clicked", "reply"];
const tags = ["vip", "solar", "battery", "roof", "referral", "renter", "spanish", "island"];
const channels = ["sms", "whatsapp", "call", "email"] as const;
const statuses = ["new", "qualified", "contacted", "converted"] as const;
const zones = ["America/Puerto_Rico", "America/New_York", "America/Chicago", "America/Los_Angeles"];

const makeTrigger = (): RuleTrigger => {
  const type = pick(["intent_score", "propensity_score", "churn_risk", "event"] as const);
  return type === "event"
    ? { type, operator: pick(["=", "=", "=", "!="] as const), value: pick(eventTypes) }
    : { type, operator: pick([">=", ">=", "<=", "=", "!="] as const), value: String(draw(101)) };
};
const makeCondition = (): RuleCondition => {
  const type = pick(["consent", "consent", "time_window", "tag", "status"] as const);
  if (type === "consent") return { type, field: pick(channels), value: pick(["true", "true", "false"]) };
  if (type === "tag") return { type, field: pick(["has", "has", "has_not"]), value: pick(tags) };
  if (type === "status") return { type, field: "is", value: pick(statuses) };
  const opens = draw(12);
  return { type, field: "recipient", value: `${opens}:00-${opens + 4 + draw(8)}:30` };
};
const times = <T>(count: number, make: () => T): T[] => Array.from({ length: count }, make);
const makeRule = () => ({
  triggers: times(1 + Number(draw(3) === 0), makeTrigger),
  conditions: times(1 + draw(3), makeCondition),
  actions: [{ type: "sms", template: "high_intent" }],
});

type Case = { snapshot: RuleSnapshot; event: RuleEvent };

const makeScores = (): Scores => ({ intent: draw(101), propensity: draw(101), churn: draw(101) });
const makeCase = (_: unknown, n: number): Case => {
  const snapshot = {
    person: {
      id: `person-${n}`,
      type: pick(["lead", "customer"] as const),
      status: pick(statuses),
      tags: tags.filter(() => draw(4) === 0),
      consents: Object.fromEntries(channels.map((channel) => [channel, draw(2) === 0])),
      optedOut: draw(50) === 0,
      createdAt: now - draw(1e9),
    },
    scores: makeScores(),
    previousScores: draw(10) === 0 ? null : makeScores(),
    now,
    zones: { recipient: [pick(zones)], workspace: "America/New_York" },
  };
  const event = draw(2) === 0 ? scoresChanged(snapshot) : eventReceived(snapshot, pick(eventTypes));
  return { snapshot, event };
};

/** Local times, computed beforehand for the implementations that are compared. */
const minuteOf = new Map(
  zones.map((zone) => {
    const text = new Date(now).toLocaleTimeString("en-GB", { timeZone: zone });
    return [zone, Number(text.slice(0, 2)) * 60 + Number(text.slice(3, 5))];
  }),
);
type Peer = Case & { minute: number };
const windowOf = (text: string): [number, number] =>
  text.split("-").map((time) => Number(time.split(":")[0]) * 60 + Number(time.split(":")[1])) as [
    number,
    number,
  ];

const scoreTest = { ">=": ">=", "<=": "<=", "=": "===", "!=": "!==" } as const;

/** A function written for one rule only. */
const handWritten = ({ triggers, conditions }: ReturnType<typeof makeRule>, edge: boolean) => {
  const asked = triggers.map(({ type, operator, value }) => {
    if (!isOfScore(type))
      return edge ? `(h.kind === "event" && h.eventType ${scoreTest[operator]} "${value}")` : "true";
    const test = (scores: string) => `${scores}.${scoreNames[type]} ${scoreTest[operator]} ${value}`;
    return edge ? `(${test("h.after")} && !(h.before !== null && ${test("h.before")}))` : test("s.scores");
  });
  const allowed = conditions.map(({ type, field, value }) => {
    if (type === "consent") return `s.person.consents.${field} === ${value}`;
    if (type === "tag") return `${field === "has" ? "" : "!"}s.person.tags.includes("${value}")`;
    if (type === "status") return `s.person.status === "${value}"`;
    const [from, to] = windowOf(value);
    return `c.minute >= ${from} && c.minute < ${to}`;
  });
  const body = `const s = c.snapshot, h = c.event; return (${asked.join(" || ")}) && ${allowed.join(" && ")};`;
  return new Function("c", body) as (peer: Peer) => boolean;
};

const runClosures = (closures: ((peer: Peer) => boolean)[], peers: Peer[]): Uint8Array => {
  const fired = new Uint8Array(closures.length * peers.length);
  let at = 0;
  for (const closure of closures)
    for (const peer of peers) {
      if (closure(peer)) fired[at] = 1;
      at += 1;
    }
  return fired;
};

const jsonOperators = {
  ">=": "greaterThanInclusive",
  "<=": "lessThanInclusive",
  "=": "equal",
  "!=": "notEqual",
} as const;

const asJsonRule = ({ triggers, conditions }: ReturnType<typeof makeRule>, n: number) => ({
  conditions: {
    all: [
      {
        any: triggers.map(({ type, operator, value }) => {
          if (!isOfScore(type)) return { fact: "always", operator: "equal", value: true };
          return { fact: scoreNames[type], operator: jsonOperators[operator], value: Number(value) };
        }),
      },
      ...conditions.flatMap(({ type, field, value }): object[] => {
        if (type === "consent") return [{ fact: field, operator: "equal", value: value === "true" }];
        if (type === "tag")
          return [{ fact: "tags", operator: field === "has" ? "contains" : "doesNotContain", value }];
        if (type === "status") return [{ fact: "status", operator: "equal", value }];
        const [from, to] = windowOf(value);
        return [
          { fact: "minute", operator: "greaterThanInclusive", value: from },
          { fact: "minute", operator: "lessThan", value: to },
        ];
      }),
    ],
  },
  event: { type: "fired", params: { n } },
});

const loadPeer = async () => {
  try {
    // Resolved from the working directory, because the project does not depend on it.
    const path = createRequire(join(process.cwd(), "package.json")).resolve("json-rules-engine");
    return (await import(pathToFileURL(path).href)).Engine as new (
      rules: object[],
    ) => {
      run: (facts: object) => Promise<{ events: { params: { n: number } }[] }>;
    };
  } catch {
    return undefined;
  }
};

/** The best of many interleaved rounds, so that other load affects all alike. */
const bestRates = <Name extends string>(evaluations: number, runs: Record<Name, () => unknown>) => {
  const best = Object.fromEntries(Object.keys(runs).map((name) => [name, 0])) as Record<Name, number>;
  for (let round = 0; round < rounds; round++)
    for (const name of Object.keys(runs) as Name[]) {
      const started = performance.now();
      runs[name]();
      best[name] = Math.max(best[name], (evaluations / (performance.now() - started)) * 1000);
    }
  return best;
};

const mustEqual = (what: string, ours: Uint8Array, theirs: Uint8Array): void => {
  const differs = theirs.findIndex((value, at) => ours[at] !== value);
  if (differs >= 0) throw new Error(`${what}: not the same at ${differs}`);
};

const runRules = (
  compiled: CompiledRule[],
  cases: Case[],
  holds: (rule: CompiledRule, one: Case) => boolean,
): Uint8Array => {
  const fired = new Uint8Array(compiled.length * cases.length);
  let at = 0;
  for (const rule of compiled)
    for (const one of cases) {
      if (holds(rule, one)) fired[at] = 1;
      at += 1;
    }
  return fired;
};
/** As the pipeline evaluates an event. */
const fires = (rule: CompiledRule, { snapshot, event }: Case): boolean => rule.fires(snapshot, event);
/** As a dry run evaluates people. */
const matches = (rule: CompiledRule, { snapshot }: Case): boolean => rule.matches(snapshot);

/** Compiled rules and closures written by hand, over the same people. */
const prepareRules = () => {
  const rules = times(rulesCount, makeRule);
  const cases = Array.from({ length: peopleCount }, makeCase);
  const peers = cases.map((one) => ({
    ...one,
    minute: minuteOf.get(one.snapshot.zones.recipient[0] ?? "") ?? 0,
  }));
  const compiled = rules.map((rule: StoredRule) => compileRule(rule));
  const levels = rules.map((rule) => handWritten(rule, false));
  return { rules, cases, peers, compiled, levels };
};

/** Evaluations a second of a dry run and of closures, the best of many rounds. */
export const compareDryRun = (): { product: number; bare: number } => {
  const { cases, peers, compiled, levels } = prepareRules();
  const { product, bare } = bestRates(rulesCount * peopleCount, {
    product: () => runRules(compiled, cases, matches),
    bare: () => runClosures(levels, peers),
  });
  return { product, bare };
};

export const ruleEvaluation: Bench = {
  name: "rule evaluation, 1,000 rules over 1,000 people",
  run: async () => {
    const { rules, cases, peers, compiled, levels } = prepareRules();
    const edges = rules.map((rule) => handWritten(rule, true));

    mustEqual("events", runRules(compiled, cases, fires), runClosures(edges, peers));
    mustEqual("people as they are", runRules(compiled, cases, matches), runClosures(levels, peers));
    const best = bestRates(rulesCount * peopleCount, {
      events: () => runRules(compiled, cases, fires),
      closures: () => runClosures(edges, peers),
      dryRun: () => runRules(compiled, cases, matches),
      dryClosures: () => runClosures(levels, peers),
    });
    const { explained } = bestRates(rulesCount * 10, {
      explained: () => {
        for (const rule of compiled)
          for (const { snapshot } of cases.slice(0, 10)) evaluateRule(rule, snapshot, null);
      },
    });
    const rate = (what: string, value: number): Figure => ({ what, value, unit: "evaluations/s" });
    const ratio = (what: string, value: number, least: number): Figure => ({
      what,
      value,
      unit: "×",
      limit: { at: "least", value: least },
    });
    const figures: Figure[] = [
      rate("events: closures written by hand", best.closures),
      rate("events: Faro", best.events),
      ratio("events: ratio", best.events / best.closures, 0.3),
      rate("dry run: closures written by hand", best.dryClosures),
      rate("dry run: Faro", best.dryRun),
      ratio("dry run: ratio", best.dryRun / best.dryClosures, 0.3),
      rate("with every reason: Faro", explained),
    ];

    const Engine = await loadPeer();
    if (!Engine) {
      console.log("  json-rules-engine is not installed here: not compared with it");
      return figures;
    }
    const engine = new Engine(rules.map(asJsonRule));
    const fired = new Uint8Array(rulesCount * peerPeople);
    let theirs = 0;
    for (let round = 0; round < peerRounds; round++) {
      const started = performance.now();
      for (const [person, { snapshot, minute }] of peers.slice(0, peerPeople).entries()) {
        const { status, tags: carried, consents } = snapshot.person;
        const facts = { ...snapshot.scores, ...consents, status, tags: carried, minute, always: true };
        for (const { params } of (await engine.run(facts)).events) fired[params.n * peerPeople + person] = 1;
      }
      theirs = Math.max(theirs, (fired.length / (performance.now() - started)) * 1000);
    }
    mustEqual("json-rules-engine", runRules(compiled, cases.slice(0, peerPeople), matches), fired);
    return [
      ...figures,
      rate("dry run: json-rules-engine", theirs),
      ratio("dry run: ratio to json-rules-engine", best.dryRun / theirs, 100),
    ];
  },
};

import { compileSequence, type Sequence } from "#domain/sequences/compile-sequence.ts";
import { actionKinds } from "./actions.ts";
import { conditionKinds } from "./conditions.ts";
import {
  type ActionKind,
  alwaysHolds,
  type CompiledCondition,
  type CompiledTrigger,
  type ConditionKind,
  neverHolds,
  type PlannedAction,
  type PlannedMessage,
  type PlannedWork,
  type TriggerKind,
} from "./kinds.ts";
import { type RuleAction, type RuleOptions, ruleAction, ruleCondition, ruleTrigger } from "./rule.ts";
import type { RuleReason } from "./rule-reasons.ts";
import type { RuleEvent, RuleSnapshot } from "./snapshot.ts";
import { triggerKinds } from "./triggers.ts";

/** Rows as stored. A row of an unknown kind is kept, because without it the rule would mean something else. */
export type StoredRule = {
  triggers: readonly unknown[];
  conditions: readonly unknown[];
  actions: readonly unknown[];
  options?: Partial<Pick<RuleOptions, "stopWhen" | "stopOn">> | undefined;
};

export type CompiledRule = {
  triggers: readonly CompiledTrigger[];
  conditions: readonly CompiledCondition[];
  /** The steps of a rule that does one after the other; null for one that does everything at once. */
  sequence: Sequence | null;
  /** Of a sequence, only the message of its first step. */
  actions: readonly PlannedMessage[];
  /** What is done in other systems; none of a sequence, whose steps do it. */
  work: readonly PlannedWork[];
  /** The segments whose membership its triggers and conditions ask for. */
  segmentIds: readonly string[];
  /** Why some rows of the actions are skipped. */
  unreadable: readonly RuleReason[];
  /** Whether the event makes the rule fire. */
  fires: (snapshot: RuleSnapshot, event: RuleEvent) => boolean;
  /** Whether the triggers and conditions hold now, without an event. */
  matches: (snapshot: RuleSnapshot) => boolean;
  /** The first instant from `from` on at which every condition that waits holds; null if there is none. */
  opensAt: (snapshot: RuleSnapshot, from: number) => number | null;
};

export type RuleOutcome =
  | { fired: true; why: RuleReason[]; actions: readonly PlannedMessage[] }
  | { fired: false; why: RuleReason[] };

const triggersById = new Map<string, TriggerKind>(triggerKinds.map((kind) => [kind.id, kind]));
const conditionsById = new Map<string, ConditionKind>(conditionKinds.map((kind) => [kind.id, kind]));
const actionsById = new Map<string, ActionKind>(actionKinds.map((kind) => [kind.id, kind]));

const unknownRow = (list: string): RuleReason => ({ code: "row_unknown", list });

const compileTrigger = (row: unknown): CompiledTrigger => {
  const { data } = ruleTrigger.safeParse(row);
  const kind = data && triggersById.get(data.type);
  return kind
    ? kind.compile(data)
    : { fires: neverHolds, holds: neverHolds, explain: () => unknownRow("trigger") };
};

const compileCondition = (row: unknown): CompiledCondition => {
  const { data } = ruleCondition.safeParse(row);
  const kind = data && conditionsById.get(data.type);
  return kind ? kind.compile(data) : { holds: neverHolds, explain: () => unknownRow("condition") };
};

const compileAction = (row: unknown): { row: RuleAction | null; planned: PlannedAction | RuleReason } => {
  const { data } = ruleAction.safeParse(row);
  const kind = data && actionsById.get(data.type);
  return { row: data ?? null, planned: kind ? kind.compile(data) : unknownRow("action") };
};

const isReadable = (action: PlannedAction | RuleReason): action is PlannedAction => !("code" in action);

type Test<Subject> = (subject: Subject) => boolean;

/** Without a loop for the few tests that nearly all rules have. */
const anyOf = <Subject>(tests: readonly Test<Subject>[]): Test<Subject> => {
  if (tests.includes(alwaysHolds)) return alwaysHolds;
  const [first = neverHolds, second, third] = tests;
  if (!second) return first;
  if (!third) return (subject) => first(subject) || second(subject);
  return (subject) => {
    for (const test of tests) if (test(subject)) return true;
    return false;
  };
};

const allOf = <Subject>(given: readonly Test<Subject>[]): Test<Subject> => {
  const tests = given.filter((test) => test !== alwaysHolds);
  const [first = alwaysHolds, second, third, fourth, fifth] = tests;
  if (!second) return first;
  if (!third) return (subject) => first(subject) && second(subject);
  if (!fourth) return (subject) => first(subject) && second(subject) && third(subject);
  if (!fifth) return (subject) => first(subject) && second(subject) && third(subject) && fourth(subject);
  return (subject) => {
    for (const test of tests) if (!test(subject)) return false;
    return true;
  };
};

/** Two conditions that exclude each other never agree; each round moves the instant on. */
const maxRounds = 50;

const commonOpening =
  (conditions: readonly CompiledCondition[]): CompiledRule["opensAt"] =>
  (snapshot, from) => {
    let at = from;
    for (let round = 0; round < maxRounds; round++) {
      const start = at;
      for (const { opensAt } of conditions) {
        const next = opensAt ? opensAt(snapshot, at) : at;
        if (next === null) return null;
        at = next;
      }
      if (at === start) return at;
    }
    return null;
  };

/** Parses every row once. Callers keep the result for as long as the version of the rule lasts. */
export const compileRule = (rule: StoredRule): CompiledRule => {
  const triggers = rule.triggers.map(compileTrigger);
  const conditions = rule.conditions.map(compileCondition);
  const sequence = compileSequence(rule.actions, rule.options ?? {}, compileAction);
  const planned = rule.actions.map((row) => compileAction(row).planned);
  const readable = planned.filter(isReadable);
  const messages = (sequence ? readable.slice(0, 1) : readable).filter((action) => "channel" in action);
  const work = sequence ? [] : readable.filter((action) => "service" in action);
  const unreadable = planned.filter((action): action is RuleReason => !isReadable(action));
  const doesNothing = readable.length === 0;
  const triggered = anyOf(triggers.map(({ fires }) => fires));
  const holding = anyOf(triggers.map(({ holds }) => holds));
  const ordered = [
    ...conditions.filter(({ isSlow }) => !isSlow),
    ...conditions.filter(({ isSlow }) => isSlow),
  ];
  const demanded = ordered.map(({ holds }) => holds);
  const allowed = allOf(demanded);
  return {
    triggers,
    conditions,
    sequence,
    actions: messages,
    work,
    unreadable,
    segmentIds: [...triggers, ...conditions].flatMap(({ segmentId }) =>
      segmentId === undefined ? [] : [segmentId],
    ),
    fires: doesNothing ? neverHolds : (snapshot, event) => triggered(event) && allowed(snapshot),
    matches: doesNothing ? neverHolds : allOf([holding, ...demanded]),
    opensAt: commonOpening(conditions),
  };
};

/** The result of `fires` or, without an event, of `matches`, with every reason for it. */
export const evaluateRule = (
  rule: CompiledRule,
  snapshot: RuleSnapshot,
  event: RuleEvent | null,
): RuleOutcome => {
  const isTriggered = ({ fires, holds }: CompiledTrigger) =>
    event === null ? holds(snapshot) : fires(event);
  const triggered = rule.triggers.filter(isTriggered);
  const unmet = rule.conditions.filter(({ holds }) => !holds(snapshot));
  const why = (triggered.length > 0 ? triggered : rule.triggers).map(({ explain }) =>
    explain(snapshot, event),
  );
  const doesSomething = rule.sequence
    ? rule.sequence.steps.some(({ does }) => !("unreadable" in does))
    : rule.actions.length + rule.work.length > 0;
  const fired = triggered.length > 0 && unmet.length === 0 && doesSomething;
  why.push(...(fired ? rule.conditions : unmet).map(({ explain }) => explain(snapshot)), ...rule.unreadable);
  return fired ? { fired, why, actions: rule.actions } : { fired, why };
};

export const matches = (rule: CompiledRule, snapshot: RuleSnapshot): boolean => rule.matches(snapshot);

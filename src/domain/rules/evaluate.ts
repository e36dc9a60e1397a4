import { actionKinds } from "./actions.ts";
import { conditionKinds } from "./conditions.ts";
import {
  type ActionKind,
  type CompiledCondition,
  type CompiledTrigger,
  type ConditionKind,
  neverHolds,
  type PlannedAction,
  type TriggerKind,
} from "./kinds.ts";
import { ruleAction, ruleCondition, ruleTrigger } from "./rule.ts";
import type { RuleReason } from "./rule-reasons.ts";
import type { RuleEvent, RuleSnapshot } from "./snapshot.ts";
import { triggerKinds } from "./triggers.ts";

/** As stored: a row that this version does not know must not be left out, or the rule would mean something else. */
export type StoredRule = {
  triggers: readonly unknown[];
  conditions: readonly unknown[];
  actions: readonly unknown[];
};

/** A row with the text it was made of: rows of the same text are the same question. */
type Keyed<Row> = Row & { key: string };

export type CompiledRule = {
  triggers: readonly Keyed<CompiledTrigger>[];
  conditions: readonly Keyed<CompiledCondition>[];
  actions: readonly PlannedAction[];
  /** Rows of the actions that cannot be read: they are passed over, and told. */
  unreadable: readonly RuleReason[];
  /** Does it fire for what happened? */
  fires: (snapshot: RuleSnapshot, happening: RuleEvent) => boolean;
  /** Would it, for the person as they are? */
  matches: (snapshot: RuleSnapshot) => boolean;
};

export type RuleOutcome =
  | { fired: true; why: RuleReason[]; actions: readonly PlannedAction[] }
  | { fired: false; why: RuleReason[] };

const triggersById = new Map<string, TriggerKind>(triggerKinds.map((kind) => [kind.id, kind]));
const conditionsById = new Map<string, ConditionKind>(conditionKinds.map((kind) => [kind.id, kind]));
const actionsById = new Map<string, ActionKind>(actionKinds.map((kind) => [kind.id, kind]));

const unknownRow = (list: string): RuleReason => ({ code: "row_unknown", list });

const keyOf = (row: unknown): string => String(JSON.stringify(row));

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

const compileAction = (row: unknown): PlannedAction | RuleReason => {
  const { data } = ruleAction.safeParse(row);
  const kind = data && actionsById.get(data.type);
  return kind ? kind.compile(data) : unknownRow("action");
};

type Test<Subject> = (subject: Subject) => boolean;

/** One or two tests, as nearly all rules have, are asked without a loop. */
const anyOf = <Subject>(tests: readonly Test<Subject>[]): Test<Subject> => {
  const [first = neverHolds, second, third] = tests;
  if (!second) return first;
  if (!third) return (subject) => first(subject) || second(subject);
  return (subject) => {
    for (const test of tests) if (test(subject)) return true;
    return false;
  };
};

const always = (): boolean => true;
const allOf = <Subject>(tests: readonly Test<Subject>[]): Test<Subject> => {
  const [first = always, second, third] = tests;
  if (!second) return first;
  if (!third) return (subject) => first(subject) && second(subject);
  return (subject) => {
    for (const test of tests) if (!test(subject)) return false;
    return true;
  };
};

/** Reads every row once. Whoever evaluates keeps the result for as long as the rule's version lasts. */
export const compileRule = (rule: StoredRule): CompiledRule => {
  const triggers = rule.triggers.map((row) => ({ ...compileTrigger(row), key: keyOf(row) }));
  const conditions = rule.conditions.map((row) => ({ ...compileCondition(row), key: keyOf(row) }));
  const planned = rule.actions.map(compileAction);
  const actions = planned.filter((action): action is PlannedAction => "channel" in action);
  const unreadable = planned.filter((action): action is RuleReason => !("channel" in action));
  const crossed = anyOf(triggers.map(({ fires }) => fires));
  const held = anyOf(triggers.map(({ holds }) => holds));
  const allowed = allOf(conditions.map(({ holds }) => holds));
  return {
    triggers,
    conditions,
    actions,
    unreadable,
    fires:
      actions.length === 0 ? neverHolds : (snapshot, happening) => crossed(happening) && allowed(snapshot),
    matches: actions.length === 0 ? neverHolds : (snapshot) => held(snapshot) && allowed(snapshot),
  };
};

/** The same question as `fires`, or, without a happening, as `matches`; with everything that decided it. */
export const evaluateRule = (
  rule: CompiledRule,
  snapshot: RuleSnapshot,
  happening: RuleEvent | null,
): RuleOutcome => {
  const hit = ({ fires, holds }: CompiledTrigger) =>
    happening === null ? holds(snapshot) : fires(happening);
  const crossed = rule.triggers.filter(hit);
  const unmet = rule.conditions.filter(({ holds }) => !holds(snapshot));
  const why = (crossed.length > 0 ? crossed : rule.triggers).map(({ explain }) =>
    explain(snapshot, happening),
  );
  const fired = crossed.length > 0 && unmet.length === 0 && rule.actions.length > 0;
  why.push(...(fired ? rule.conditions : unmet).map(({ explain }) => explain(snapshot)), ...rule.unreadable);
  return fired ? { fired, why, actions: rule.actions } : { fired, why };
};

export const matches = (rule: CompiledRule, snapshot: RuleSnapshot): boolean => rule.matches(snapshot);

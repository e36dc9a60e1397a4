import { type CompiledRule, evaluate, type Outcome } from "./evaluate.ts";
import type { Happening, Snapshot } from "./snapshot.ts";

/** What many rules say of many people. Reasons are made only for the pairs that somebody asks about. */
export type Grid = {
  isFired: (rule: number, person: number) => boolean;
  /** For how many people a rule fires. */
  count: (rule: number) => number;
  explain: (rule: number, person: number) => Outcome;
};

/** One bit a person. */
type Column = Uint32Array;

/** Workspaces ask the same few things in many rules: each is asked once of everybody, and then only looked up. */
const columnsOver = <Subject>(subjects: readonly Subject[]) => {
  const known = new Map<string, Column>();
  return (key: string, test: (subject: Subject) => boolean): Column => {
    const found = known.get(key);
    if (found) return found;
    const column = new Uint32Array(Math.ceil(subjects.length / 32));
    for (let at = 0; at < subjects.length; at++)
      if (test(subjects[at] as Subject)) column[at >>> 5] = (column[at >>> 5] as number) | (1 << (at & 31));
    known.set(key, column);
    return column;
  };
};

/** Whoever any of the first columns names, and all of the others too. */
const combine = (words: number, anyOf: readonly Column[], allOf: readonly Column[]): Column => {
  const result = new Uint32Array(words);
  for (let word = 0; word < words; word++) {
    let bits = 0;
    for (const column of anyOf) bits |= column[word] as number;
    for (const column of allOf) bits &= column[word] as number;
    result[word] = bits;
  }
  return result;
};

const bitsIn = (column: Column): number => {
  let count = 0;
  for (let bits of column) for (; bits !== 0; bits &= bits - 1) count += 1;
  return count;
};

const gridOf = (
  rules: readonly CompiledRule[],
  people: number,
  askTriggers: (rule: CompiledRule) => Column[],
  askConditions: (rule: CompiledRule) => Column[],
  outcome: (rule: CompiledRule, person: number) => Outcome,
): Grid => {
  const words = Math.ceil(people / 32);
  const none = new Uint32Array(words);
  const fired = rules.map((rule) =>
    rule.actions.length === 0 ? none : combine(words, askTriggers(rule), askConditions(rule)),
  );
  return {
    isFired: (rule, person) => (((fired[rule]?.[person >>> 5] ?? 0) >>> (person & 31)) & 1) === 1,
    count: (rule) => bitsIn(fired[rule] ?? none),
    explain: (at, person) => {
      const rule = rules[at];
      if (!rule || person < 0 || person >= people) throw new RangeError(`No rule ${at} for person ${person}`);
      return outcome(rule, person);
    },
  };
};

/** Every rule against every person as they are: the dry run. */
export const matchMany = (rules: readonly CompiledRule[], snapshots: readonly Snapshot[]): Grid => {
  const triggers = columnsOver(snapshots);
  const conditions = columnsOver(snapshots);
  return gridOf(
    rules,
    snapshots.length,
    (rule) => rule.triggers.map(({ key, holds }) => triggers(key, holds)),
    (rule) => rule.conditions.map(({ key, holds }) => conditions(key, holds)),
    (rule, person) => evaluate(rule, snapshots[person] as Snapshot, null),
  );
};

export type Case = { snapshot: Snapshot; happening: Happening };

/** Every rule against what happened to each person: a batch of events, or a replay of many days. */
export const fireMany = (rules: readonly CompiledRule[], cases: readonly Case[]): Grid => {
  const triggers = columnsOver(cases.map(({ happening }) => happening));
  const conditions = columnsOver(cases.map(({ snapshot }) => snapshot));
  return gridOf(
    rules,
    cases.length,
    (rule) => rule.triggers.map(({ key, fires }) => triggers(key, fires)),
    (rule) => rule.conditions.map(({ key, holds }) => conditions(key, holds)),
    (rule, person) => {
      const { snapshot, happening } = cases[person] as Case;
      return evaluate(rule, snapshot, happening);
    },
  );
};

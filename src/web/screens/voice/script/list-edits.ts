import type { ScriptFact, ScriptGoal } from "#domain/voice/script.ts";

export const moveRow = <T>(rows: readonly T[], from: number, to: number): T[] => {
  const rest = rows.toSpliced(from, 1);
  return rest.toSpliced(to, 0, ...rows.slice(from, from + 1));
};

/** Replaces the row at the index, or adds one at the end. */
export const putRow = <T>(rows: readonly T[], index: number | undefined, row: T): T[] =>
  index === undefined ? [...rows, row] : rows.with(index, row);

/** A key that no other fact has, from the label: "Monthly bill" becomes `monthly_bill`. */
export const factKeyFor = (label: string, facts: readonly Pick<ScriptFact, "key">[]): string => {
  const words = label
    .normalize("NFD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "_")
    .replaceAll(/^[_0-9]+|_+$/g, "")
    .slice(0, 36);
  const stem = words === "" ? "fact" : words;
  const isTaken = (key: string) => facts.some((fact) => fact.key === key);
  let key = stem;
  for (let number = 2; isTaken(key); number += 1) key = `${stem}_${number}`;
  return key;
};

/** Without a removed fact, which goals may still name. */
export const withoutFact = (goals: readonly ScriptGoal[], key: string): ScriptGoal[] =>
  goals.map((goal) => ({ ...goal, facts: goal.facts.filter((named) => named !== key) }));

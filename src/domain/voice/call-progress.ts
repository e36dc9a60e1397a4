import type { ScriptFact, ScriptGoal } from "./script.ts";

/** By the keys of facts: what the person said, and when. */
export type CollectedFacts = Record<string, { value: string; quote: string; atMs: number }>;

type SpokenTurn = { speaker: string; text: string; atMs: number };

export type GoalProgress = { title: string; atMs: number | null };
export type FactProgress = {
  key: string;
  label: string;
  value: string | null;
  quote: string | null;
  atMs: number | null;
};

/** Shorter parts, such as the comma between two variables, occur in any text. */
const minLiteralLength = 4;

const plain = (text: string): string => text.toLowerCase().replaceAll(/\s+/g, " ").trim();

/** When the agent said the text, whose variables were filled in then; undefined if it did not. */
const findSpoken = (say: string, turns: readonly SpokenTurn[]): number | undefined => {
  const literals = say
    .split(/\{\{[^{}]*\}\}/)
    .map(plain)
    .filter((part) => part.length >= minLiteralLength);
  const turn = turns.find(({ speaker, text }) => {
    const spoken = plain(text);
    return speaker === "agent" && literals.every((literal) => spoken.includes(literal));
  });
  return turn?.atMs;
};

const goalTime = (
  { say, facts }: ScriptGoal,
  collected: CollectedFacts,
  turns: readonly SpokenTurn[],
): number | null => {
  const times = facts.map((key) => collected[key]?.atMs);
  if (say !== "") times.push(findSpoken(say, turns));
  if (times.length === 0) return null;
  return times.some((time) => time === undefined) ? null : Math.max(...times.map((time) => time ?? 0));
};

/** How far a call came: a goal is reached when its words were said and its facts are known. */
export const readCallProgress = (
  script: { goals: readonly ScriptGoal[]; facts: readonly ScriptFact[] },
  collected: CollectedFacts,
  turns: readonly SpokenTurn[],
): { goals: GoalProgress[]; facts: FactProgress[] } => {
  const listed = new Set(script.facts.map(({ key }) => key));
  const others = Object.keys(collected).filter((key) => !listed.has(key));
  return {
    goals: script.goals.map((goal) => ({ title: goal.title, atMs: goalTime(goal, collected, turns) })),
    // A script that has changed since may no longer list a fact that was collected.
    facts: [...script.facts, ...others.map((key) => ({ key, label: key.replaceAll("_", " ") }))].map(
      ({ key, label }) => ({
        key,
        label,
        value: collected[key]?.value ?? null,
        quote: collected[key]?.quote ?? null,
        atMs: collected[key]?.atMs ?? null,
      }),
    ),
  };
};

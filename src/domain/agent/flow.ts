import type { ScriptFact, ScriptGoal, ScriptLanguage } from "#domain/voice/script.ts";
import { declinesToAnswer, type KnownFact, readFact, textKindOf } from "./read-fact.ts";
import type { SpeechClock } from "./wanted-time.ts";

export type { KnownFact } from "./read-fact.ts";

export type AgentScript = {
  name: string;
  language: ScriptLanguage;
  opening: string;
  /** Paragraphs after the opening, said one per turn. */
  steps: string[];
  goals: ScriptGoal[];
  facts: ScriptFact[];
};

/** A time of a request, or the value of a fact, that the agent has read back. */
export type ReadBack =
  | { kind: "callback" | "appointment"; value: string }
  | { kind: "fact"; key: string; value: string };

export type FlowState = {
  stepsSaid: number;
  goalsSaid: number[];
  facts: Record<string, KnownFact>;
  /** How often each fact was asked for. */
  asked: Record<string, number>;
  /** The fact that was asked for last, or one of `pendingQuestions`. */
  pending: string | null;
  /** "Anything else?" was asked. */
  isClosing: boolean;
  /** The last words of the scripted dialogue. */
  lastText: string;
  /** What was read back last, so that the next words can correct it. */
  readBack: ReadBack | null;
  /** A complaint that waits for the answer whether to hand over. */
  concern: string;
};

/** Questions of the dialogue itself. They are no keys of facts, which have no such sign. */
export const pendingQuestions = {
  callbackTime: "?callback",
  appointmentTime: "?appointment",
  handOver: "?hand_over",
  /** Whether a phone number or an e-mail address was understood. */
  contact: "?contact",
  phone: "?phone",
  email: "?email",
} as const;

export const startFlow: FlowState = {
  stepsSaid: 0,
  goalsSaid: [],
  facts: {},
  asked: {},
  pending: null,
  isClosing: false,
  lastText: "",
  readBack: null,
  concern: "",
};

export const maxAsks = 2;

export type FlowStep =
  | { kind: "say"; text: string }
  | { kind: "ask"; fact: ScriptFact; text: string }
  | { kind: "done" };

/** The first paragraph of the content is the opening, the others are steps. Variables are already filled in. */
export const parseScript = ({
  name,
  language,
  content,
  goals,
  facts,
}: {
  name: string;
  language: ScriptLanguage;
  content: string;
  goals: ScriptGoal[];
  facts: ScriptFact[];
}): AgentScript => {
  const [opening = "", ...steps] = content
    .replaceAll("\r", "")
    .split(/\n[^\S\n]*\n/)
    .map((paragraph) => paragraph.replaceAll(/\s+/g, " ").trim())
    .filter(Boolean);
  return { name, language, opening, steps, goals, facts };
};

const isOpen = (state: FlowState, fact: ScriptFact): boolean =>
  fact.isRequired && !(fact.key in state.facts) && (state.asked[fact.key] ?? 0) < maxAsks;

const askFor = (state: FlowState, fact: ScriptFact): { step: FlowStep; state: FlowState } => ({
  step: { kind: "ask", fact, text: fact.question },
  state: {
    ...state,
    asked: { ...state.asked, [fact.key]: (state.asked[fact.key] ?? 0) + 1 },
    pending: fact.key,
  },
});

const factsOfGoal = (script: AgentScript, goal: ScriptGoal): ScriptFact[] =>
  script.facts.filter(({ key }) => goal.facts.includes(key));

/**
 * What comes next: the paragraphs of the script, then each goal's words and facts, then the other required facts. A
 * fact is asked for at most twice.
 */
export const nextStep = (script: AgentScript, state: FlowState): { step: FlowStep; state: FlowState } => {
  const paragraph = script.steps[state.stepsSaid];
  if (paragraph !== undefined)
    return {
      step: { kind: "say", text: paragraph },
      state: { ...state, stepsSaid: state.stepsSaid + 1, pending: null },
    };
  for (const [index, goal] of script.goals.entries()) {
    if (goal.say !== "" && !state.goalsSaid.includes(index))
      return {
        step: { kind: "say", text: goal.say },
        state: { ...state, goalsSaid: [...state.goalsSaid, index], pending: null },
      };
    const open = factsOfGoal(script, goal).find((fact) => isOpen(state, fact));
    if (open) return askFor(state, open);
  }
  const other = script.facts.find((fact) => isOpen(state, fact));
  return other ? askFor(state, other) : { step: { kind: "done" }, state: { ...state, pending: null } };
};

/** The facts that a text tells. One that the customer does not know or does not want to tell is not asked again. */
export const takeFacts = (
  script: AgentScript,
  state: FlowState,
  text: string,
  now: SpeechClock,
): { state: FlowState; found: { key: string; value: string; quote: string }[] } => {
  const found: { key: string; value: string; quote: string }[] = [];
  for (const fact of script.facts) {
    const isPending = state.pending === fact.key;
    if (fact.key in state.facts && !isPending) continue;
    const known = readFact(fact, text, isPending, now);
    if (known) found.push({ key: fact.key, ...known });
  }
  const { pending } = state;
  const facts = {
    ...state.facts,
    ...Object.fromEntries(found.map(({ key, value, quote }) => [key, { value, quote }])),
  };
  if (pending === null || !script.facts.some(({ key }) => key === pending))
    return { state: { ...state, facts }, found };
  const isDeclined = !(pending in facts) && declinesToAnswer(text);
  const asked = isDeclined ? { ...state.asked, [pending]: maxAsks } : state.asked;
  return { state: { ...state, facts, asked, pending: null }, found };
};

/** The last question asks for a number, which may also be typed on the phone. */
export const asksForNumber = ({ facts }: Pick<AgentScript, "facts">, { pending }: FlowState): boolean => {
  if (pending === pendingQuestions.phone) return true;
  const fact = facts.find(({ key }) => key === pending);
  return (
    fact !== undefined && (fact.kind === "number" || fact.kind === "money" || textKindOf(fact) === "phone")
  );
};

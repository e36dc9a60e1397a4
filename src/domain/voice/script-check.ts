import { checkTemplate, renderTemplate, variablesIn } from "#domain/messages/template.ts";
import { isVariable, variableSample, variables } from "#domain/messages/variables.ts";
import type { ScriptFact, ScriptGoal } from "./script.ts";

export type CheckedScript = { content: string; goals: readonly ScriptGoal[]; facts: readonly ScriptFact[] };

type ScriptFinding =
  /** `suggestion`: the variable that was probably meant. */
  | { code: "unknown_variable"; name: string; suggestion: string | null }
  | { code: "broken_variable"; text: string; suggestion: string | null }
  | { code: "unknown_fact"; key: string; goal: string }
  | { code: "duplicate_fact"; key: string; fact: string }
  | { code: "choices_missing"; fact: string }
  | { code: "single_choice"; fact: string }
  | { code: "empty_goal"; goal: string }
  | { code: "event_variable"; name: string }
  | { code: "unspoken_variable"; name: string }
  | { code: "script_too_long"; length: number; most: number }
  | { code: "long_opening"; seconds: number; most: number };

/** An error refuses the save; a warning does not. `path` is the field, as in the script's input. */
export type ScriptProblem = ScriptFinding & { path: string; isError: boolean };

/** How fast the voices of calls speak. */
const charactersPerSecond = 14;
/** A longer opening is a monologue: the person has not spoken yet. */
const maxOpeningSeconds = 20;

const sampleText = (text: string): string =>
  renderTemplate(
    text,
    Object.fromEntries(
      variablesIn(text).map((name) => [name, isVariable(name) ? variableSample(name) : name]),
    ),
  ).text;

/** The seconds that a text takes when it is spoken, with samples in place of its variables. */
export const spokenSeconds = (text: string): number =>
  Math.ceil(sampleText(text).trim().length / charactersPerSecond);

/** The paragraphs of a script. The first one is the opening; the agent listens after each of them. */
export const scriptParagraphs = (content: string): string[] =>
  content
    .split(/\n[^\S\n]*\n/)
    .map((paragraph) => paragraph.trim())
    .filter(Boolean);

/** Number of single-character edits between two words. */
const editDistance = (a: string, b: string): number => {
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (const [row, letter] of [...a].entries()) {
    const current = [row + 1];
    for (const [column, other] of [...b].entries())
      current.push(
        Math.min(
          (current[column] ?? 0) + 1,
          (previous[column + 1] ?? 0) + 1,
          (previous[column] ?? 0) + (letter === other ? 0 : 1),
        ),
      );
    previous = current;
  }
  return previous.at(-1) ?? 0;
};

/** Usual names of other products, and Spanish ones. */
const otherNames: Readonly<Record<string, string>> = {
  name: "customer_name",
  nombre: "first_name",
  apellido: "last_name",
  cliente: "customer_name",
  nombre_cliente: "customer_name",
  nombre_completo: "full_name",
  empresa: "company_name",
  compania: "company_name",
  business_name: "company_name",
  telefono: "phone",
  correo: "email",
  agente: "agent_name",
  fecha: "appointment_date",
  hora: "appointment_time",
};

/** `{{Customer Name}}`, `{{ customerName }}` and `customer-name` all become `customer_name`. */
const toVariableName = (text: string): string =>
  text
    .replaceAll(/[{}]/g, "")
    .replace(/\|.*$/s, "")
    .normalize("NFD")
    .replaceAll(/\p{M}/gu, "")
    .replaceAll(/([a-z])([A-Z])/g, "$1_$2")
    .toLowerCase()
    .replaceAll(/[^a-z0-9.]+/g, "_")
    .replaceAll(/^_+|_+$/g, "");

/** The known variable that a wrong one probably means. */
export const suggestVariable = (written: string): string | null => {
  const name = toVariableName(written);
  if (name === "") return null;
  if (isVariable(name)) return name;
  const known = otherNames[name];
  if (known) return known;
  const [nearest] = variables
    .map((variable) => ({ name: variable.name, distance: editDistance(name, variable.name) }))
    .sort((a, b) => a.distance - b.distance);
  // A third of the letters may differ, and two swapped ones; more is another word.
  const allowed = Math.max(name.length < 5 ? 1 : 2, Math.floor(name.length / 3));
  return nearest && nearest.distance <= allowed ? nearest.name : null;
};

/** Addresses that make no sense when a voice reads them. */
const unspokenVariables = new Set(["unsubscribe_link"]);

const variableProblems = (text: string, path: string): ScriptProblem[] =>
  text.trim() === ""
    ? []
    : checkTemplate(text, "voice_agent").flatMap((problem): ScriptProblem[] => {
        if (problem.code === "unknown_variable") {
          const { code, name } = problem;
          return [{ code, name, suggestion: suggestVariable(name), path, isError: true }];
        }
        if (problem.code === "broken_variable" || problem.code === "broken_short_link")
          return [
            {
              code: "broken_variable",
              text: problem.text,
              suggestion: suggestVariable(problem.text),
              path,
              isError: true,
            },
          ];
        if (problem.code === "message_too_long") {
          const { length, most } = problem;
          return [{ code: "script_too_long", length, most, path, isError: false }];
        }
        return [];
      });

const variableWarnings = (text: string, path: string): ScriptProblem[] =>
  variablesIn(text).flatMap((name): ScriptProblem[] => {
    if (unspokenVariables.has(name)) return [{ code: "unspoken_variable", name, path, isError: false }];
    const { of } = variables.find((variable) => variable.name === name) ?? {};
    return of === "event" || name.startsWith("event.")
      ? [{ code: "event_variable", name, path, isError: false }]
      : [];
  });

const goalProblems = (goal: ScriptGoal, index: number, keys: ReadonlySet<string>): ScriptProblem[] => {
  const path = `goals.${index}`;
  const unknown = goal.facts.filter((key) => !keys.has(key));
  return [
    ...unknown.map(
      (key): ScriptProblem => ({
        code: "unknown_fact",
        key,
        goal: goal.title,
        path: `${path}.facts`,
        isError: true,
      }),
    ),
    ...(goal.say.trim() === "" && goal.facts.length === 0
      ? [{ code: "empty_goal" as const, goal: goal.title, path, isError: false }]
      : []),
  ];
};

const factProblems = (fact: ScriptFact, index: number, earlier: readonly ScriptFact[]): ScriptProblem[] => {
  const path = `facts.${index}`;
  const choices = new Set(fact.choices);
  return [
    ...(earlier.some(({ key }) => key === fact.key)
      ? [
          {
            code: "duplicate_fact" as const,
            key: fact.key,
            fact: fact.label,
            path: `${path}.key`,
            isError: true,
          },
        ]
      : []),
    ...(fact.kind === "choice" && choices.size < 2
      ? [
          choices.size === 0
            ? {
                code: "choices_missing" as const,
                fact: fact.label,
                path: `${path}.choices`,
                isError: true,
              }
            : { code: "single_choice" as const, fact: fact.label, path: `${path}.choices`, isError: false },
        ]
      : []),
  ];
};

/** Every text of the script that is spoken, with its field. */
const spokenTexts = ({ content, goals, facts }: CheckedScript): { text: string; path: string }[] => [
  { text: content, path: "content" },
  ...goals.map(({ say }, index) => ({ text: say, path: `goals.${index}.say` })),
  ...facts.map(({ question }, index) => ({ text: question, path: `facts.${index}.question` })),
];

/** The known variables that a script uses. */
export const scriptVariables = (script: CheckedScript): string[] =>
  spokenTexts(script)
    .flatMap(({ text }) => variablesIn(text))
    .filter(isVariable);

/** Every problem of a script, errors first, and how long it takes to say. */
export const checkScript = (
  script: CheckedScript,
): { problems: ScriptProblem[]; openingSeconds: number; totalSeconds: number } => {
  const texts = spokenTexts(script);
  const keys = new Set(script.facts.map(({ key }) => key));
  const openingSeconds = spokenSeconds(scriptParagraphs(script.content)[0] ?? "");
  const problems: ScriptProblem[] = [
    ...texts.flatMap(({ text, path }) => [...variableProblems(text, path), ...variableWarnings(text, path)]),
    ...script.goals.flatMap((goal, index) => goalProblems(goal, index, keys)),
    ...script.facts.flatMap((fact, index) => factProblems(fact, index, script.facts.slice(0, index))),
    ...(openingSeconds > maxOpeningSeconds
      ? [
          {
            code: "long_opening" as const,
            seconds: openingSeconds,
            most: maxOpeningSeconds,
            path: "content",
            isError: false,
          },
        ]
      : []),
  ];
  return {
    problems: problems.toSorted((a, b) => Number(b.isError) - Number(a.isError)),
    openingSeconds,
    totalSeconds: texts.reduce((sum, { text }) => sum + spokenSeconds(text), 0),
  };
};

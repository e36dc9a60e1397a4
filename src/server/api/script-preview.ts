import type { ScriptPreview } from "#contract/scripts.ts";
import { openingOf } from "#domain/agent/opening.ts";
import { renderTemplate } from "#domain/messages/template.ts";
import type { ScriptInput } from "#domain/voice/script.ts";
import { checkScript, scriptParagraphs } from "#domain/voice/script-check.ts";

/** Fills in the values and names those that are missing. */
export const previewScript = (
  script: Pick<ScriptInput, "language" | "content" | "goals" | "facts">,
  values: Readonly<Record<string, unknown>>,
  call: { business: string | null; isRecorded: boolean },
): ScriptPreview => {
  const missing = new Set<string>();
  const fill = (text: string): string => {
    const rendered = renderTemplate(text, values);
    for (const name of rendered.missing) missing.add(name);
    return rendered.text;
  };
  const [opening = "", ...steps] = scriptParagraphs(script.content).map(fill);
  const questionOf = new Map(script.facts.map(({ key, question }) => [key, fill(question)]));
  const goals = script.goals.map(({ title, say, facts }) => ({
    title,
    say: fill(say),
    questions: facts.flatMap((key) => questionOf.get(key) ?? []),
  }));
  const askedByGoals = new Set(script.goals.flatMap(({ facts }) => facts));
  const { openingSeconds, totalSeconds } = checkScript(script);
  const { notice, text } = openingOf({ ...call, language: script.language, opening });
  return {
    disclosure: notice,
    opening: text,
    steps,
    goals,
    questions: script.facts
      .filter(({ key, isRequired }) => isRequired && !askedByGoals.has(key))
      .flatMap(({ key }) => questionOf.get(key) ?? []),
    missing: [...missing],
    openingSeconds,
    totalSeconds,
  };
};

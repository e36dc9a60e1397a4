import type { ScriptPreview } from "#contract/scripts.ts";
import type { Language } from "#domain/language.ts";
import { renderTemplate } from "#domain/messages/template.ts";
import type { ScriptInput, ScriptLanguage } from "#domain/voice/script.ts";
import { checkScript, scriptParagraphs } from "#domain/voice/script-check.ts";
import { callDisclosure, callPhrases, offersOptOut } from "#server/connectors/messaging/call-phrases.ts";

/** The phrases of calls exist in English and Spanish. */
const phraseLanguage = (language: ScriptLanguage): Language => (language === "es" ? "es" : "en");

/** What is said before the person speaks: the disclosure, the script's opening and the way to opt out. */
const composeOpening = (
  opening: string,
  language: ScriptLanguage,
  business: string | null,
): Pick<ScriptPreview, "disclosure" | "opening"> => {
  const spoken = phraseLanguage(language);
  const disclosure = callDisclosure({ text: opening, business, language: spoken, channel: "voice_agent" });
  const optOut = offersOptOut(opening) ? "" : callPhrases[spoken].optOut;
  return { disclosure, opening: [disclosure, opening, optOut].filter(Boolean).join(" ") };
};

/** Fills in the values and names those that are missing. */
export const previewScript = (
  script: Pick<ScriptInput, "language" | "content" | "goals" | "facts">,
  values: Readonly<Record<string, unknown>>,
  business: string | null,
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
  return {
    ...composeOpening(opening, script.language, business),
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

import type { ScriptInput } from "#domain/voice/script.ts";
import { scriptParagraphs } from "#domain/voice/script-check.ts";
import { changedParts, type PartChange } from "#web/components/versions/line-changes.ts";

type ScriptPart =
  | "name"
  | "enabled"
  | "language"
  | "voice"
  | "useCase"
  | "content"
  | "goals"
  | "facts"
  | "knowledge";
export type ScriptChange = PartChange<ScriptPart>;

export type ScriptTexts = {
  enabled: (enabled: boolean) => string;
  language: (language: ScriptInput["language"], accent: string) => string;
  voice: (provider: ScriptInput["ttsProvider"], voiceId: string | null) => string;
  useCase: (useCase: ScriptInput["useCase"]) => string;
  kind: (kind: ScriptInput["facts"][number]["kind"]) => string;
  must: (isRequired: boolean) => string;
  knowledge: (count: number) => string;
};

const joined = (...parts: string[]): string => parts.filter(Boolean).join(" · ");

const partLines = (script: ScriptInput, texts: ScriptTexts): Record<ScriptPart, string[]> => {
  const labelOf = (key: string) => script.facts.find((fact) => fact.key === key)?.label ?? key;
  return {
    name: [script.name],
    enabled: [texts.enabled(script.enabled)],
    language: [texts.language(script.language, script.accent)],
    voice: [texts.voice(script.ttsProvider, script.voiceId)],
    useCase: [texts.useCase(script.useCase)],
    content: scriptParagraphs(script.content),
    // Their order counts, so a moved goal is a change.
    goals: script.goals.map(
      ({ title, say, facts }, index) => `${index + 1}. ${joined(title, say, facts.map(labelOf).join(", "))}`,
    ),
    facts: script.facts.map(({ label, kind, question, isRequired, choices }) =>
      joined(label, texts.kind(kind), choices.join(", "), question, texts.must(isRequired)),
    ),
    knowledge: script.knowledgeIds.length > 0 ? [texts.knowledge(script.knowledgeIds.length)] : [],
  };
};

/** What differs between two versions of a script, as lines of text. */
export const diffScripts = (before: ScriptInput, after: ScriptInput, texts: ScriptTexts): ScriptChange[] =>
  changedParts(partLines(before, texts), partLines(after, texts));

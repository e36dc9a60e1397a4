import { checkPiece } from "#domain/agent/check-piece.ts";
import { agentPhrases } from "#domain/agent/phrases.ts";
import type { AgentToolName } from "#domain/agent/tool-names.ts";
import type { GroundingSource } from "#domain/grounding/grounding-passage.ts";
import type { ScriptLanguage } from "#domain/voice/script.ts";

type CheckedAnswer = {
  said: string;
  question: string;
  language: ScriptLanguage;
  business: string | null;
  /** Knowledge, script and what is known of the call. */
  sources: readonly GroundingSource[];
  /** What was said before, by both. */
  heard: readonly string[];
  toolsRun: readonly AgentToolName[];
};

/** The lines that the agent says whatever a model answers. */
const fixedLines = (language: ScriptLanguage, business: string | null): string[] => {
  const phrases = agentPhrases[language];
  return [
    ...Object.values(phrases).flatMap((line) => (typeof line === "function" ? [] : line)),
    phrases.disclosure(business),
    phrases.isMachine(business),
    phrases.whoIsCalling(business),
  ];
};

/** The sentences of a model's answer that nothing proves, checked as the agent checks them before it speaks. */
export const unprovedSentences = (answer: CheckedAnswer): string[] => {
  const { said, question, language, business, sources, heard, toolsRun } = answer;
  const fixed = fixedLines(language, business);
  const ownSources = sources
    .filter(({ isOwn = true }) => isOwn)
    .map(({ title = "", text }) => `${title} ${text}`);
  return said
    .split(/(?<=[.!?])\s+/)
    .filter((sentence) => sentence.trim() !== "" && !fixed.some((line) => line.includes(sentence.trim())))
    .filter(
      (sentence) =>
        !checkPiece(sentence, {
          sources: [...ownSources, ...heard, question],
          ownSources,
          toolsRun,
          previous: [],
          language,
          canary: "",
          grounding: { question, knowledge: sources, before: "" },
        }).ok,
    );
};

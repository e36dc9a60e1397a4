import type { Passage } from "#domain/agent/knowledge.ts";
import { agentPhrases } from "#domain/agent/phrases.ts";
import type { GroundingSource } from "#domain/grounding/grounding-passage.ts";
import type { AgentConversation } from "./conversation.ts";

/** What a statement may rest on: the business's words, the person's requests, and what the system knows of the call. */
export const groundingSources = (
  { knowledge, script, call, memory, language, business, isRecording }: AgentConversation,
  found: readonly Passage[],
): (GroundingSource & { id?: string })[] => {
  const phrases = agentPhrases[language];
  const own = [
    script.opening,
    ...script.steps,
    ...script.goals.map(({ say }) => say),
    isRecording ? phrases.recorded : phrases.notRecording,
    phrases.whoIsCalling(business),
    phrases.optOutHint,
  ];
  const record = [
    ...call.requests.map(({ topic, wanted }) => `${topic} ${wanted}`),
    ...Object.values(memory.flow.facts).map(({ value }) => value),
  ];
  return [
    ...knowledge,
    ...found,
    ...own.filter((text) => text.trim() !== "").map((text) => ({ text })),
    ...record.filter((text) => text.trim() !== "").map((text) => ({ text, isOwn: false })),
  ];
};

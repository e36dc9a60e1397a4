import { embeddingModels } from "#domain/ai/embedding-models.ts";
import { findNearest, normalizeVector } from "#domain/knowledge/vectors.ts";
import type { SimilarPassages } from "#server/store/ai/knowledge.ts";
import type { KnowledgeVectors } from "#server/store/ai/knowledge-vectors.ts";
import type { AiClient } from "./ai-client.ts";

const maxSimilar = 24;
/** A person waits for the answer; without vectors the search goes on. */
const maxWaitMs = 1_500;

/** Passages that mean the same as the question. Undefined where there are no vectors, or the vendor does not answer. */
export const findSimilarPassages = async (
  { ai, knowledgeVectors }: { ai: AiClient; knowledgeVectors: () => Promise<KnowledgeVectors | undefined> },
  question: string,
): Promise<SimilarPassages | undefined> => {
  const stored = await knowledgeVectors();
  const model = embeddingModels.find(({ id }) => id === stored?.model);
  if (!stored || !model) return undefined;
  const answer = await ai.embed([question], { isPersonal: true, model: model.id, timeoutMs: maxWaitMs });
  const [vector] = answer.ok ? answer.vectors : [];
  if (!vector) return undefined;
  const similarities = findNearest(normalizeVector(vector), stored.passages, maxSimilar);
  return { scale: model.scale, similarities };
};

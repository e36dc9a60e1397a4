import { embeddingModels } from "#domain/ai/embedding-models.ts";
import { minimiseText } from "#domain/ai/minimise.ts";
import { findNearest, normalizeVector } from "#domain/knowledge/vectors.ts";
import type { SimilarPassages } from "#server/store/ai/knowledge.ts";
import type { KnowledgeVectors } from "#server/store/ai/knowledge-vectors.ts";
import type { AiClient } from "./ai-client.ts";

type SearchServices = {
  ai: AiClient;
  general: () => Promise<{ minimisesText: boolean }>;
  knowledgeVectors: () => Promise<KnowledgeVectors | undefined>;
};

const maxSimilar = 24;
/** A person waits for the answer; without vectors the search goes on. */
const maxWaitMs = 1_500;

/**
 * Passages that mean the same as the question. Undefined where there are no vectors, or the vendor does not answer.
 * `knownNames`: of the person and of the users, which do not leave where texts are minimised.
 */
export const findSimilarPassages = async (
  { ai, general, knowledgeVectors }: SearchServices,
  question: string,
  knownNames: readonly string[],
): Promise<SimilarPassages | undefined> => {
  const stored = await knowledgeVectors();
  const model = embeddingModels.find(({ id }) => id === stored?.model);
  if (!stored || !model) return undefined;
  const { minimisesText } = await general();
  const sent = minimisesText ? minimiseText(question, knownNames).text : question;
  const answer = await ai.embed([sent], { isPersonal: true, model: model.id, timeoutMs: maxWaitMs });
  const [vector] = answer.ok ? answer.vectors : [];
  if (!vector) return undefined;
  const similarities = findNearest(normalizeVector(vector), stored.passages, maxSimilar);
  return { scale: model.scale, similarities };
};

import type { SimilarityScale } from "#domain/knowledge/rank-passages.ts";

/** A model that turns a text into a vector, so that texts of similar meaning have similar vectors. */
export type EmbeddingModelInfo = {
  vendor: string;
  id: string;
  /** US dollars for a million tokens. */
  price: number;
  scale: SimilarityScale;
};

/** A quarter of the memory of full vectors, at little loss for a base of this size. */
export const embeddingDimensions = 256;

/** Only vendors that have an embedding API. The scales are starting values, not measured on real questions. */
export const embeddingModels: readonly EmbeddingModelInfo[] = [
  { vendor: "openai", id: "text-embedding-3-small", price: 0.02, scale: { unrelated: 0.25, same: 0.75 } },
  { vendor: "gemini", id: "gemini-embedding-001", price: 0.15, scale: { unrelated: 0.6, same: 0.9 } },
];

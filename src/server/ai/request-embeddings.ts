import type { EmbeddingModel } from "ai";
import type { AiCallFailure } from "#domain/ai/call-outcome.ts";
import { embeddingDimensions } from "#domain/ai/embedding-models.ts";
import type { TokenCounts } from "#domain/ai/models.ts";
import { classifyError, estimateTokens } from "./request-completion.ts";

export type Embeddings = { tokens: TokenCounts } & (
  | { outcome: "answered"; vectors: number[][] }
  | { outcome: AiCallFailure; retryAfterMs?: number }
);

/** Asks for the vectors of texts once. Every way in which it can end is an outcome; nothing is thrown. */
export const requestEmbeddings = async (
  model: EmbeddingModel,
  texts: string[],
  timeoutMs: number,
): Promise<Embeddings> => {
  const sdk = await import("ai");
  try {
    const { embeddings, usage } = await sdk.embedMany({
      model,
      values: texts,
      maxRetries: 0,
      maxParallelCalls: 1,
      abortSignal: AbortSignal.timeout(timeoutMs),
      providerOptions: {
        openai: { dimensions: embeddingDimensions },
        google: { outputDimensionality: embeddingDimensions },
      },
    });
    const input = usage.tokens > 0 ? usage.tokens : estimateTokens(texts.join(""), "").input;
    const tokens = { input, cachedInput: 0, output: 0 };
    return embeddings.length === texts.length
      ? { outcome: "answered", vectors: embeddings, tokens }
      : { outcome: "invalid_output", tokens };
  } catch (error) {
    return { ...classifyError(error, false, sdk), tokens: { input: 0, cachedInput: 0, output: 0 } };
  }
};

import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { isRecord } from "./prompt.ts";

const hash = (text: string): number => {
  let value = 2_166_136_261;
  for (let index = 0; index < text.length; index++)
    value = Math.imul(value ^ text.charCodeAt(index), 16_777_619);
  return value >>> 0;
};

/** The same text gives the same vector, and texts that share words and parts of words have similar ones. */
export const embedText = (text: string, dimensions: number): number[] => {
  const vector = new Array<number>(dimensions).fill(0);
  const words =
    text
      .toLowerCase()
      .normalize("NFD")
      .replaceAll(/\p{M}/gu, "")
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  for (const word of words.filter(({ length }) => length > 3)) {
    const padded = ` ${word} `;
    for (let start = 0; start + 4 <= padded.length; start++) {
      const code = hash(padded.slice(start, start + 4));
      const index = code % dimensions;
      vector[index] = (vector[index] ?? 0) + (code & 0x10000 ? 1 : -1);
    }
  }
  const length = Math.hypot(...vector) || 1;
  return vector.map((value) => value / length);
};

const countTokens = (texts: readonly string[]): number => Math.ceil(texts.join("").length / 4);

/** OpenAI's `POST /v1/embeddings`. */
export const mountEmbeddings = (app: FastifyInstance, prefix: string): void => {
  app.post(`${prefix}/embeddings`, async (request) => {
    const { input, model, dimensions } = isRecord(request.body) ? request.body : {};
    const texts = (Array.isArray(input) ? input : [input]).map(String);
    const size = typeof dimensions === "number" ? dimensions : 1536;
    return {
      object: "list",
      model,
      data: texts.map((text, index) => ({ object: "embedding", index, embedding: embedText(text, size) })),
      usage: { prompt_tokens: countTokens(texts), total_tokens: countTokens(texts) },
    };
  });
};

type GeminiRequest = { content?: { parts?: { text?: string }[] }; outputDimensionality?: number };

const embedContent = ({ content, outputDimensionality = 3072 }: GeminiRequest) => ({
  values: embedText(content?.parts?.map(({ text }) => text ?? "").join(" ") ?? "", outputDimensionality),
});

export const geminiEmbeddingMethods = ["embedContent", "batchEmbedContents"];

/** Gemini's `:embedContent` and `:batchEmbedContents`. */
export const serveGeminiEmbeddings = (
  { body }: FastifyRequest,
  reply: FastifyReply,
  method: string,
): FastifyReply =>
  reply.send(
    method === "embedContent"
      ? { embedding: embedContent(body as GeminiRequest) }
      : { embeddings: ((body as { requests?: GeminiRequest[] }).requests ?? []).map(embedContent) },
  );

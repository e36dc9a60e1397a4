import { aiVendors } from "#domain/ai-model.ts";
import { sampleForSchema } from "./sample.ts";

export const modelIds = (vendor: string): string[] =>
  aiVendors.find(({ id }) => id === vendor)?.models.map(({ id }) => id) ?? [];

export type Completion = {
  text: string;
  /** The answer was cut at the caller's limit. */
  cut: boolean;
  inputTokens: number;
  cachedTokens: number;
  outputTokens: number;
};

/** About four characters to a token, as English has it. */
const countTokens = (text: string): number => Math.max(1, Math.ceil(text.length / 4));

/**
 * Echoes what it was told, or fills the schema it was given. Prompts longer than a thousand tokens count
 * their first half as read from cache, so that both prices get used.
 */
export const completePrompt = (ask: {
  prompt: readonly string[];
  schema?: unknown;
  maxTokens?: number | undefined;
}): Completion => {
  const last = ask.prompt.at(-1) ?? "";
  const full = ask.schema ? JSON.stringify(sampleForSchema(ask.schema)) : `Sandbox: ${last.slice(0, 400)}`;
  const limit = ask.maxTokens ?? Number.POSITIVE_INFINITY;
  const cut = countTokens(full) > limit;
  const text = cut ? full.slice(0, limit * 4) : full;
  const inputTokens = ask.prompt.reduce((sum, part) => sum + countTokens(part) + 4, 3);
  const cachedTokens = inputTokens > 1024 ? Math.floor(inputTokens / 256) * 128 : 0;
  return { text, cut, inputTokens, cachedTokens, outputTokens: countTokens(text) };
};

/** A prompt's parts, whatever a dialect wraps its texts in. */
export const extractTexts = (content: unknown): string[] => {
  if (typeof content === "string") return [content];
  if (Array.isArray(content)) return content.flatMap(extractTexts);
  if (typeof content !== "object" || content === null) return [];
  const { content: inner, text, parts } = content as Record<string, unknown>;
  return [text, inner, parts].flatMap(extractTexts);
};

import { randomUUID } from "node:crypto";
import { compatibleVendor } from "#domain/ai/compatible.ts";
import { aiVendors } from "#domain/ai/models.ts";
import { compatibleModels } from "./compatible-models.ts";
import type { LlmRequest, ModelAnswer, ModelToolCall } from "./prompt.ts";

export const modelIds = (vendor: string): string[] =>
  vendor === compatibleVendor
    ? Object.keys(compatibleModels)
    : (aiVendors.find(({ id }) => id === vendor)?.models.map(({ id }) => id) ?? []);

/** A finished answer with its token counts, the same for all vendors. */
export type Completion = {
  model: string;
  text: string;
  toolCalls: (ModelToolCall & { id: string })[];
  finish: "stop" | "length" | "tool_calls" | "content_filter";
  inputTokens: number;
  /** Part of the input tokens. */
  cachedTokens: number;
  outputTokens: number;
};

/** An estimate for English text: four characters per token. */
const charactersPerToken = 4;
const countTokens = (text: string): number => Math.ceil(text.length / charactersPerToken);

/**
 * Cuts the answer at the caller's limit. About half of a prompt of more than 1024 tokens counts as read from the cache,
 * so that both token prices apply.
 */
export const createCompletion = (model: string, request: LlmRequest, answer: ModelAnswer): Completion => {
  const limit = request.maxTokens ?? Number.POSITIVE_INFINITY;
  const isCut = countTokens(answer.text) > limit;
  const text = isCut ? answer.text.slice(0, limit * charactersPerToken) : answer.text;
  const toolCalls = (answer.toolCalls ?? []).map((call) => ({
    ...call,
    id: `call_${randomUUID().replaceAll("-", "")}`,
  }));
  const definitions = [...request.tools, request.schema].map((part) => JSON.stringify(part ?? ""));
  const inputTokens = [...request.messages.map((message) => message.text), ...definitions].reduce(
    (sum, part) => sum + countTokens(part) + 4,
    3,
  );
  return {
    model,
    text,
    toolCalls,
    finish: answer.finish ?? (isCut ? "length" : toolCalls.length > 0 ? "tool_calls" : "stop"),
    inputTokens,
    cachedTokens: inputTokens > 1024 ? Math.floor(inputTokens / 256) * 128 : 0,
    outputTokens: countTokens(
      text + toolCalls.map((call) => call.name + JSON.stringify(call.arguments)).join(""),
    ),
  };
};

/** Pieces of text as vendors stream them: a word or a part of one. At least two where the text has two characters. */
export const splitText = (text: string): string[] => {
  const pieces = text.match(/\s{0,8}\S{1,8}|\s{1,8}/gu) ?? [];
  const [only = "", ...others] = pieces;
  if (others.length > 0) return pieces;
  const characters = [...only];
  const middle = Math.ceil(characters.length / 2);
  return [characters.slice(0, middle).join(""), characters.slice(middle).join("")].filter(Boolean);
};

/** The arguments as JSON, in short pieces. */
export const splitArguments = (call: ModelToolCall): string[] =>
  JSON.stringify(call.arguments).match(/[\s\S]{1,7}/gu) ?? [];

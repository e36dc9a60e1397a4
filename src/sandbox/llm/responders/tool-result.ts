import {
  isRecord,
  type LlmRequest,
  parseJson,
  type Responder,
  readCustomerText,
  toolResults,
} from "#sandbox/llm/prompt.ts";
import { composeReply, rankPassages } from "./text.ts";

/** Answers from what the tools returned. */
export const answerFromToolResult: Responder = {
  matches: (request) => toolResults(request).length > 0,
  answer: (request) => ({ text: composeFromResults(request) }),
};

export const composeFromResults = (request: LlmRequest): string => {
  const question = readCustomerText(request);
  const results = toolResults(request).map(({ text }) => parseJson(text) ?? text);
  const texts = results.flatMap(readSentences);
  const [best] = rankPassages(
    question,
    texts.map((text) => ({ id: undefined, text })),
  );
  const fields = results
    .flatMap((result) => readFields(result))
    .slice(0, 8)
    .join(", ");
  return best?.sentence ?? texts[0] ?? (fields || composeReply(request));
};

/** Every text of several words. */
const readSentences = (value: unknown): string[] => {
  if (typeof value === "string") return /\s\S+\s/.test(value.trim()) ? [value] : [];
  if (Array.isArray(value)) return value.flatMap(readSentences);
  return isRecord(value) ? Object.values(value).flatMap(readSentences) : [];
};

/** Single values, as `name: value`. */
const readFields = (value: unknown, name = ""): string[] => {
  if (Array.isArray(value)) return value.flatMap((element) => readFields(element, name));
  if (isRecord(value)) return Object.entries(value).flatMap(([key, field]) => readFields(field, key));
  if (value === null || value === undefined || value === "") return [];
  return [name ? `${name}: ${value}` : String(value)];
};

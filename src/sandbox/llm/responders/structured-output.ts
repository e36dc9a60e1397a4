import { fillSchema } from "#sandbox/llm/fill-schema.ts";
import { readSignals } from "#sandbox/llm/keyword-signals.ts";
import {
  type LlmRequest,
  type Responder,
  readCustomerText,
  readIds,
  readPassages,
  toolResults,
} from "#sandbox/llm/prompt.ts";
import type { FillSource } from "#sandbox/llm/propose-value.ts";
import { readLanguage } from "#sandbox/llm/text-analysis.ts";
import { composeReply, rankPassages } from "./text.ts";
import { composeFromResults } from "./tool-result.ts";

/** Fills the response schema from what the person wrote. */
export const fillStructuredOutput: Responder = {
  matches: ({ schema }) => schema !== undefined,
  answer: (request) => ({ text: JSON.stringify(fillSchema(request.schema, toFillSource(request))) }),
};

/** `changes` are for models that do not read the text as they should. */
export const toFillSource = (request: LlmRequest, changes: Partial<FillSource> = {}): FillSource => {
  const text = changes.text ?? readCustomerText(request);
  const ranked = rankPassages(text, readPassages(request)).flatMap(({ id }) => (id ? [id] : []));
  return {
    text,
    signals: readSignals(text),
    language: readLanguage(text),
    reply: toolResults(request).length > 0 ? composeFromResults(request) : composeReply(request),
    ids: [...new Set([...ranked, ...readIds(request)])],
    ...changes,
  };
};

import { randomUUID } from "node:crypto";
import { type Completion, splitText } from "./completion.ts";
import { extractTexts, isRecord, type LlmRequest, type ModelToolCall, type PromptMessage } from "./prompt.ts";
import type { LlmApi } from "./serve-completion.ts";

/** Gemini's own format. Its function calls are always whole. */
export const generateContentApi: LlmApi = {
  readRequest: (body) => {
    const config = isRecord(body.generationConfig) ? body.generationConfig : {};
    const isJson = config.responseMimeType === "application/json";
    const schema = config.responseJsonSchema ?? config.responseSchema;
    const limit = config.maxOutputTokens;
    return {
      messages: [
        { role: "system", text: extractTexts(body.systemInstruction).join("\n") },
        ...(Array.isArray(body.contents) ? body.contents : []).filter(isRecord).flatMap(toPromptMessages),
      ],
      ...readFunctions(body),
      schema: isJson ? (schema ?? { type: "object" }) : undefined,
      maxTokens: typeof limit === "number" ? limit : undefined,
    };
  },
  toBody: (completion) => ({
    candidates: [toCandidate(completion, toParts(completion.text, completion), true)],
    ...toTail(completion, randomUUID()),
  }),
  toEvents: (completion) => {
    const id = randomUUID();
    const texts = splitText(completion.text).map((text) => [{ text }]);
    const calls = completion.toolCalls.map((call) => toParts("", { ...completion, toolCalls: [call] }));
    const groups: object[][] = [...texts, ...calls];
    const chunks = (groups.length > 0 ? groups : [[]]).map((parts, at) => ({
      candidates: [toCandidate(completion, parts, at >= groups.length - 1)],
      ...toTail(completion, id),
    }));
    return chunks.map((chunk) => `data: ${JSON.stringify(chunk)}\r\n\r\n`);
  },
};

const finishReasons: Record<Completion["finish"], string> = {
  stop: "STOP",
  tool_calls: "STOP",
  length: "MAX_TOKENS",
  content_filter: "SAFETY",
};

const toCandidate = ({ finish }: Completion, parts: readonly object[], isLast: boolean) => ({
  ...(parts.length > 0 ? { content: { role: "model", parts } } : {}),
  ...(isLast ? { finishReason: finishReasons[finish] } : {}),
  index: 0,
  ...(isLast && finish === "content_filter"
    ? { safetyRatings: [{ category: "HARM_CATEGORY_DANGEROUS_CONTENT", probability: "HIGH", blocked: true }] }
    : {}),
});

const toParts = (text: string, { toolCalls, finish }: Completion): object[] => [
  ...(text !== "" || (toolCalls.length === 0 && finish !== "content_filter") ? [{ text }] : []),
  ...toolCalls.map((call) => ({ functionCall: { id: call.id, name: call.name, args: call.arguments } })),
];

/** Gemini repeats the usage in every chunk. */
const toTail = (completion: Completion, responseId: string) => ({
  usageMetadata: {
    promptTokenCount: completion.inputTokens,
    candidatesTokenCount: completion.outputTokens,
    cachedContentTokenCount: completion.cachedTokens,
    totalTokenCount: completion.inputTokens + completion.outputTokens,
  },
  modelVersion: completion.model,
  responseId,
});

const readFunctions = (body: Record<string, unknown>): Pick<LlmRequest, "tools" | "requiredTools"> => {
  const tools = (Array.isArray(body.tools) ? body.tools : [])
    .filter(isRecord)
    .flatMap(({ functionDeclarations }) => (Array.isArray(functionDeclarations) ? functionDeclarations : []))
    .filter(isRecord)
    .map(({ name, description, parametersJsonSchema, parameters }) => ({
      name: String(name),
      description: String(description ?? ""),
      parameters: parametersJsonSchema ?? parameters,
    }));
  const config = isRecord(body.toolConfig) ? body.toolConfig.functionCallingConfig : undefined;
  const { mode, allowedFunctionNames } = isRecord(config) ? config : {};
  if (mode === "NONE") return { tools: [], requiredTools: [] };
  if (mode !== "ANY") return { tools, requiredTools: [] };
  return {
    tools,
    requiredTools: Array.isArray(allowedFunctionNames)
      ? allowedFunctionNames.map(String)
      : tools.map(({ name }) => name),
  };
};

const toPromptMessages = ({ role, parts }: Record<string, unknown>): PromptMessage[] => {
  const all = (Array.isArray(parts) ? parts : []).filter(isRecord);
  const results = all.flatMap(({ functionResponse: result }): PromptMessage[] =>
    isRecord(result) ? [{ role: "tool", text: readResult(result.response) }] : [],
  );
  if (results.length > 0) return results;
  const toolCalls = all.flatMap(({ functionCall: call }): ModelToolCall[] =>
    isRecord(call) ? [{ name: String(call.name), arguments: isRecord(call.args) ? call.args : {} }] : [],
  );
  const text = extractTexts(all).join("\n");
  if (role !== "model") return [{ role: "user", text }];
  return [{ role: "assistant", text, ...(toolCalls.length > 0 ? { toolCalls } : {}) }];
};

/** Clients wrap a result as `{name, content}`. */
const readResult = (response: unknown): string => {
  const content = isRecord(response) && "content" in response ? response.content : response;
  return typeof content === "string" ? content : JSON.stringify(content ?? {});
};

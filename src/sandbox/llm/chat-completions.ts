import { randomUUID } from "node:crypto";
import { type Completion, splitArguments, splitText } from "./completion.ts";
import {
  extractTexts,
  isRecord,
  type LlmRequest,
  type ModelToolCall,
  type PromptMessage,
  parseJson,
} from "./prompt.ts";
import type { LlmApi } from "./serve-completion.ts";

/** OpenAI's chat completions, which DeepSeek and xAI offer too. `addUsage` is for fields of a single vendor. */
export const createChatCompletions = (
  addUsage: (completion: Completion) => Record<string, unknown> = () => ({}),
): LlmApi => {
  const toUsage = (completion: Completion) => ({
    prompt_tokens: completion.inputTokens,
    completion_tokens: completion.outputTokens,
    total_tokens: completion.inputTokens + completion.outputTokens,
    prompt_tokens_details: { cached_tokens: completion.cachedTokens },
    completion_tokens_details: { reasoning_tokens: 0 },
    ...addUsage(completion),
  });
  const toHead = (object: string, { model }: Completion) => ({
    id: `chatcmpl-${randomUUID()}`,
    object,
    created: Math.floor(Date.now() / 1000),
    model,
  });
  return {
    readRequest,
    toBody: (completion) => ({
      ...toHead("chat.completion", completion),
      choices: [{ index: 0, message: toMessage(completion), finish_reason: completion.finish }],
      usage: toUsage(completion),
    }),
    toEvents: (completion, { stream_options: options }) => {
      const head = toHead("chat.completion.chunk", completion);
      const chunks: unknown[] = toDeltas(completion).map((delta) => ({
        ...head,
        choices: [{ index: 0, delta, finish_reason: null }],
      }));
      chunks.push({ ...head, choices: [{ index: 0, delta: {}, finish_reason: completion.finish }] });
      if (isRecord(options) && options.include_usage)
        chunks.push({ ...head, choices: [], usage: toUsage(completion) });
      return [...chunks.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`), "data: [DONE]\n\n"];
    },
  };
};

const toMessage = ({ text, toolCalls }: Completion) => ({
  role: "assistant",
  content: toolCalls.length > 0 && text === "" ? null : text,
  ...(toolCalls.length > 0
    ? {
        tool_calls: toolCalls.map((call) => ({
          id: call.id,
          type: "function",
          function: { name: call.name, arguments: JSON.stringify(call.arguments) },
        })),
      }
    : {}),
});

/** The name of a tool comes first, its arguments follow piece by piece. */
const toDeltas = ({ text, toolCalls }: Completion): unknown[] => [
  { role: "assistant", content: toolCalls.length > 0 ? null : "" },
  ...splitText(text).map((content) => ({ content })),
  ...toolCalls.flatMap((call, index) => [
    { tool_calls: [{ index, id: call.id, type: "function", function: { name: call.name, arguments: "" } }] },
    ...splitArguments(call).map((piece) => ({ tool_calls: [{ index, function: { arguments: piece } }] })),
  ]),
];

const readRequest = (body: Record<string, unknown>): LlmRequest => {
  const messages = (Array.isArray(body.messages) ? body.messages : []).filter(isRecord).map(toPromptMessage);
  const tools = (Array.isArray(body.tools) ? body.tools : [])
    .filter(isRecord)
    .flatMap(({ function: definition }) =>
      isRecord(definition)
        ? [
            {
              name: String(definition.name),
              description: String(definition.description ?? ""),
              parameters: definition.parameters,
            },
          ]
        : [],
    );
  const limit = body.max_completion_tokens ?? body.max_tokens;
  return {
    messages,
    ...readToolChoice(body.tool_choice, tools),
    schema: readSchema(body.response_format, messages),
    maxTokens: typeof limit === "number" ? limit : undefined,
  };
};

/** `none`, `auto`, `required`, or one function: nested in chat completions, flat in the responses API. */
export const readToolChoice = (
  choice: unknown,
  tools: LlmRequest["tools"],
): Pick<LlmRequest, "tools" | "requiredTools"> => {
  if (choice === "none") return { tools: [], requiredTools: [] };
  if (choice === "required") return { tools, requiredTools: tools.map(({ name }) => name) };
  if (!isRecord(choice)) return { tools, requiredTools: [] };
  const name = isRecord(choice.function) ? choice.function.name : choice.name;
  return { tools, requiredTools: [String(name)] };
};

const toPromptMessage = (message: Record<string, unknown>): PromptMessage => {
  const calls = (Array.isArray(message.tool_calls) ? message.tool_calls : [])
    .filter(isRecord)
    .map(toToolCall);
  return {
    role: readRole(message.role),
    text: extractTexts(message.content).join("\n"),
    ...(calls.length > 0 ? { toolCalls: calls } : {}),
  };
};

const toToolCall = ({ function: called }: Record<string, unknown>): ModelToolCall => {
  const { name, arguments: json } = isRecord(called) ? called : {};
  const parsed = parseJson(String(json));
  return { name: String(name), arguments: isRecord(parsed) ? parsed : {} };
};

export const readRole = (role: unknown): PromptMessage["role"] => {
  if (role === "system" || role === "developer") return "system";
  return role === "assistant" || role === "tool" ? role : "user";
};

/** A model follows the instructions to answer in JSON without any field of the request. */
const readInstructedSchema = (messages: readonly PromptMessage[]): unknown =>
  messages
    .filter(({ role }) => role === "system")
    .map(({ text }) => parseJson(/JSON Schema:\n(\{[^\n]*\})$/.exec(text)?.[1] ?? ""))
    .find(isRecord);

/** The schema of the answer: a field of the request, or in JSON mode a part of the instructions. */
const readSchema = (format: unknown, messages: readonly PromptMessage[]): unknown => {
  if (!isRecord(format)) return readInstructedSchema(messages);
  if (format.type === "json_schema")
    return isRecord(format.json_schema) ? format.json_schema.schema : undefined;
  if (format.type !== "json_object") return undefined;
  const schemas = messages
    .filter(({ role }) => role === "system")
    .map(({ text }) => parseJson(/\{.*"(?:type|properties|anyOf)".*\}/s.exec(text)?.[0] ?? ""));
  return schemas.find(isRecord) ?? { type: "object" };
};

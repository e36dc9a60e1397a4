import { randomUUID } from "node:crypto";
import { type Completion, splitArguments, splitText } from "./completion.ts";
import { extractTexts, isRecord, type LlmRequest, type ModelToolCall, type PromptMessage } from "./prompt.ts";
import type { LlmApi } from "./serve-completion.ts";

/** Anthropic's Messages API. */
export const messagesApi: LlmApi = {
  readRequest: (body) => {
    const { format } = isRecord(body.output_config) ? body.output_config : {};
    return {
      messages: [
        { role: "system", text: extractTexts(body.system).join("\n") },
        ...(Array.isArray(body.messages) ? body.messages : []).filter(isRecord).flatMap(toPromptMessages),
      ],
      ...readTools(body),
      schema: isRecord(format) && format.type === "json_schema" ? readLimits(format.schema) : undefined,
      maxTokens: typeof body.max_tokens === "number" ? body.max_tokens : undefined,
    };
  },
  toBody: (completion) => ({
    ...toMessage(completion),
    content: [
      ...(completion.text === "" ? [] : [{ type: "text", text: completion.text }]),
      ...completion.toolCalls.map((call) => ({ ...toToolUse(call), input: call.arguments })),
    ],
    stop_reason: stopReasons[completion.finish],
    stop_sequence: null,
    usage: toUsage(completion, completion.outputTokens),
  }),
  toEvents: (completion) => {
    const texts = completion.text === "" ? [] : [completion.text];
    const blocks = [
      ...texts.map((text) => ({
        start: { type: "text", text: "" },
        deltas: splitText(text).map((piece) => ({ type: "text_delta", text: piece })),
      })),
      ...completion.toolCalls.map((call) => ({
        start: { ...toToolUse(call), input: {} },
        deltas: ["", ...splitArguments(call)].map((piece) => ({
          type: "input_json_delta",
          partial_json: piece,
        })),
      })),
    ];
    const events = [
      {
        type: "message_start",
        message: {
          ...toMessage(completion),
          content: [],
          stop_reason: null,
          stop_sequence: null,
          usage: toUsage(completion, 1),
        },
      },
      { type: "ping" },
      ...blocks.flatMap(({ start, deltas }, index) => [
        { type: "content_block_start", index, content_block: start },
        ...deltas.map((delta) => ({ type: "content_block_delta", index, delta })),
        { type: "content_block_stop", index },
      ]),
      {
        type: "message_delta",
        delta: { stop_reason: stopReasons[completion.finish], stop_sequence: null },
        usage: { output_tokens: completion.outputTokens },
      },
      { type: "message_stop" },
    ];
    return events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
  },
};

const describedLimit =
  /(?:^|[;\n] ?)((?:exclusive )?(?:min|max)imum|(?:min|max) (?:length|items)): (-?\d+(?:\.\d+)?)/g;

/** The API refuses schemas with limits, so clients write them into the descriptions, where a model reads them. */
const readLimits = (schema: unknown): unknown => {
  if (Array.isArray(schema)) return schema.map(readLimits);
  if (!isRecord(schema)) return schema;
  const limits = [...String(schema.description ?? "").matchAll(describedLimit)].map(
    ([, name = "", value]) => [
      name.replaceAll(/ (.)/g, (_space, letter: string) => letter.toUpperCase()),
      Number(value),
    ],
  );
  const parts = Object.entries(schema).map(([key, part]) => [key, readLimits(part)]);
  return Object.fromEntries([...parts, ...limits]);
};

const stopReasons: Record<Completion["finish"], string> = {
  stop: "end_turn",
  tool_calls: "tool_use",
  length: "max_tokens",
  content_filter: "refusal",
};

const toMessage = ({ model }: Completion) => ({
  id: `msg_${randomUUID().replaceAll("-", "")}`,
  type: "message",
  role: "assistant",
  model,
});

const toToolUse = ({ id, name }: Completion["toolCalls"][number]) => ({
  type: "tool_use",
  id: id.replace(/^call_/, "toolu_"),
  name,
});

/** Unlike other vendors, Anthropic does not count cached tokens among the input tokens. */
const toUsage = ({ inputTokens, cachedTokens }: Completion, outputTokens: number) => ({
  input_tokens: inputTokens - cachedTokens,
  cache_creation_input_tokens: 0,
  cache_read_input_tokens: cachedTokens,
  output_tokens: outputTokens,
});

const readTools = (body: Record<string, unknown>): Pick<LlmRequest, "tools" | "requiredTools"> => {
  const tools = (Array.isArray(body.tools) ? body.tools : []).filter(isRecord).map((tool) => ({
    name: String(tool.name),
    description: String(tool.description ?? ""),
    parameters: tool.input_schema,
  }));
  const { type, name } = isRecord(body.tool_choice) ? body.tool_choice : {};
  if (type === "none") return { tools: [], requiredTools: [] };
  if (type === "tool") return { tools, requiredTools: [String(name)] };
  return { tools, requiredTools: type === "any" ? tools.map((tool) => tool.name) : [] };
};

/** The results of tools are blocks of a message of the user. */
const toPromptMessages = ({ role, content }: Record<string, unknown>): PromptMessage[] => {
  const blocks = Array.isArray(content) ? content.filter(isRecord) : [{ type: "text", text: content }];
  const results = blocks.flatMap((block): PromptMessage[] =>
    block.type === "tool_result" ? [{ role: "tool", text: extractTexts(block.content).join("\n") }] : [],
  );
  if (results.length > 0) return results;
  const text = extractTexts(blocks.filter(({ type }) => type === "text")).join("\n");
  if (role !== "assistant") return [{ role: "user", text }];
  const toolCalls = blocks.flatMap((block): ModelToolCall[] =>
    block.type === "tool_use"
      ? [{ name: String(block.name), arguments: isRecord(block.input) ? block.input : {} }]
      : [],
  );
  return [{ role: "assistant", text, ...(toolCalls.length > 0 ? { toolCalls } : {}) }];
};

import { randomUUID } from "node:crypto";
import { readRole, readToolChoice } from "./chat-completions.ts";
import { type Completion, splitArguments, splitText } from "./completion.ts";
import { extractTexts, isRecord, type LlmRequest, type PromptMessage, parseJson } from "./prompt.ts";
import type { LlmApi } from "./serve-completion.ts";

/** OpenAI's responses, which xAI offers too. */
export const responsesApi: LlmApi = {
  readRequest: (body) => {
    const input = typeof body.input === "string" ? [{ role: "user", content: body.input }] : body.input;
    const instructions = typeof body.instructions === "string" ? [toInstructions(body.instructions)] : [];
    const format = isRecord(body.text) && isRecord(body.text.format) ? body.text.format : {};
    return {
      messages: [
        ...instructions,
        ...(Array.isArray(input) ? input : []).filter(isRecord).map(toPromptMessage),
      ],
      ...readToolChoice(body.tool_choice, readTools(body.tools)),
      schema: format.type === "json_schema" ? format.schema : undefined,
      maxTokens: typeof body.max_output_tokens === "number" ? body.max_output_tokens : undefined,
    };
  },
  toBody: (completion) => toResponse(completion, toHead(completion), toItems(completion)),
  toEvents: (completion) => {
    const head = toHead(completion);
    const items = toItems(completion);
    const opened = {
      ...head,
      status: "in_progress",
      error: null,
      incomplete_details: null,
      output: [],
      usage: null,
    };
    const finished = toResponse(completion, head, items);
    const events = [
      { type: "response.created", response: opened },
      { type: "response.in_progress", response: opened },
      ...items.flatMap((item, index) => toItemEvents(item, index)),
      { type: `response.${finished.status}`, response: finished },
    ];
    return events.map(
      (event, at) => `event: ${event.type}\ndata: ${JSON.stringify({ ...event, sequence_number: at })}\n\n`,
    );
  },
};

const toInstructions = (text: string): PromptMessage => ({ role: "system", text });

const readTools = (tools: unknown): LlmRequest["tools"] =>
  (Array.isArray(tools) ? tools : [])
    .filter(isRecord)
    .filter(({ type }) => type === "function")
    .map(({ name, description, parameters }) => ({
      name: String(name),
      description: String(description ?? ""),
      parameters,
    }));

const toPromptMessage = (item: Record<string, unknown>): PromptMessage => {
  if (item.type === "function_call_output")
    return { role: "tool", text: extractTexts(item.output).join("\n") };
  if (item.type !== "function_call")
    return { role: readRole(item.role), text: extractTexts(item.content).join("\n") };
  const parsed = parseJson(String(item.arguments));
  const call = { name: String(item.name), arguments: isRecord(parsed) ? parsed : {} };
  return { role: "assistant", text: "", toolCalls: [call] };
};

type MessageItem = {
  type: "message";
  id: string;
  role: "assistant";
  status: string;
  content: { type: "output_text"; text: string; annotations: [] }[];
};
type FunctionCallItem = {
  type: "function_call";
  id: string;
  call_id: string;
  name: string;
  arguments: string;
  status: string;
  pieces: string[];
};

const isIncomplete = ({ finish }: Completion): boolean => finish === "length" || finish === "content_filter";

const toItems = (completion: Completion): (MessageItem | FunctionCallItem)[] => {
  const { text, toolCalls, finish } = completion;
  const calls = toolCalls.map(
    (call): FunctionCallItem => ({
      type: "function_call",
      id: `fc_${randomUUID()}`,
      call_id: call.id,
      name: call.name,
      arguments: JSON.stringify(call.arguments),
      status: "completed",
      pieces: splitArguments(call),
    }),
  );
  if (finish === "content_filter" || (text === "" && calls.length > 0)) return calls;
  const message: MessageItem = {
    type: "message",
    id: `msg_${randomUUID()}`,
    role: "assistant",
    status: isIncomplete(completion) ? "incomplete" : "completed",
    content: [{ type: "output_text", text, annotations: [] }],
  };
  return [message, ...calls];
};

const toHead = ({ model }: Completion) => ({
  id: `resp_${randomUUID()}`,
  object: "response",
  created_at: Math.floor(Date.now() / 1000),
  model,
});

const incompleteReasons: Partial<Record<Completion["finish"], string>> = {
  length: "max_output_tokens",
  content_filter: "content_filter",
};

const toResponse = (
  completion: Completion,
  head: ReturnType<typeof toHead>,
  items: readonly (MessageItem | FunctionCallItem)[],
) => ({
  ...head,
  status: isIncomplete(completion) ? "incomplete" : "completed",
  error: null,
  incomplete_details: isIncomplete(completion) ? { reason: incompleteReasons[completion.finish] } : null,
  output: items.map(toOutputItem),
  usage: {
    input_tokens: completion.inputTokens,
    input_tokens_details: { cached_tokens: completion.cachedTokens },
    output_tokens: completion.outputTokens,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: completion.inputTokens + completion.outputTokens,
  },
});

const toOutputItem = (item: MessageItem | FunctionCallItem) => {
  if (item.type === "message") return item;
  const { pieces: _, ...output } = item;
  return output;
};

type StreamEvent = { type: string } & Record<string, unknown>;

const toItemEvents = (item: MessageItem | FunctionCallItem, index: number): StreamEvent[] => {
  const place = { item_id: item.id, output_index: index };
  const done = { type: "response.output_item.done", output_index: index, item: toOutputItem(item) };
  const added = (start: object) => ({
    type: "response.output_item.added",
    output_index: index,
    item: { ...toOutputItem(item), status: "in_progress", ...start },
  });
  if (item.type === "function_call")
    return [
      added({ arguments: "" }),
      ...item.pieces.map((delta) => ({ type: "response.function_call_arguments.delta", ...place, delta })),
      { type: "response.function_call_arguments.done", ...place, arguments: item.arguments },
      done,
    ];
  const part = { ...place, content_index: 0 };
  const text = item.content[0]?.text ?? "";
  return [
    added({ content: [] }),
    {
      type: "response.content_part.added",
      ...part,
      part: { type: "output_text", text: "", annotations: [] },
    },
    ...splitText(text).map((delta) => ({ type: "response.output_text.delta", ...part, delta })),
    { type: "response.output_text.done", ...part, text },
    { type: "response.content_part.done", ...part, part: item.content[0] },
    done,
  ];
};

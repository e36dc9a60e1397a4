import { randomUUID } from "node:crypto";
import type { FastifyInstance, FastifyReply } from "fastify";
import type { SimulatedResponse } from "#sandbox/vendor.ts";
import { sendResponse } from "#sandbox/vendor.ts";
import { type Completion, completePrompt, extractTexts, modelIds } from "./completion.ts";

type Body = {
  model?: unknown;
  messages?: unknown;
  input?: unknown;
  instructions?: unknown;
  max_tokens?: unknown;
  max_completion_tokens?: unknown;
  max_output_tokens?: unknown;
  response_format?: { type?: unknown; json_schema?: { schema?: unknown } };
  text?: { format?: { type?: unknown; schema?: unknown } };
  stream?: unknown;
};

export const openaiError = (
  status: number,
  message: string,
  type: string,
  code: string | null,
): SimulatedResponse => ({
  status,
  body: { error: { message, type, param: null, code } },
});

export const mountModels = (app: FastifyInstance, prefix: string, vendor: string): void => {
  app.get(`${prefix}/models`, async () => ({
    object: "list",
    data: modelIds(vendor).map((id) => ({
      id,
      object: "model",
      created: 1_700_000_000,
      owned_by: vendor === "grok" ? "xai" : vendor,
    })),
  }));
};

export const mountChatCompletions = (
  app: FastifyInstance,
  prefix: string,
  vendor: string,
  usage: (completion: Completion) => Record<string, unknown> = () => ({}),
): void => {
  app.post(`${prefix}/chat/completions`, async (request, reply) => {
    const body = (request.body ?? {}) as Body;
    const invalid = validateRequest(vendor, body, body.messages);
    if (invalid) return sendResponse(reply, invalid);
    const prompt = extractTexts(body.messages);
    const schema = findResponseSchema(body, prompt);
    const completion = completePrompt({
      prompt,
      schema,
      maxTokens: optionalNumber(body.max_completion_tokens ?? body.max_tokens),
    });
    return sendCompletion(reply, {
      id: `chatcmpl-${randomUUID()}`,
      object: "chat.completion",
      created: nowSeconds(),
      model: body.model,
      choices: [
        {
          index: 0,
          message: { role: "assistant", content: completion.text },
          finish_reason: completion.truncated ? "length" : "stop",
        },
      ],
      usage: {
        prompt_tokens: completion.inputTokens,
        completion_tokens: completion.outputTokens,
        total_tokens: completion.inputTokens + completion.outputTokens,
        prompt_tokens_details: { cached_tokens: completion.cachedTokens },
        completion_tokens_details: { reasoning_tokens: 0 },
        ...usage(completion),
      },
    });
  });
};

export const mountResponses = (app: FastifyInstance, prefix: string, vendor: string): void => {
  app.post(`${prefix}/responses`, async (request, reply) => {
    const body = (request.body ?? {}) as Body;
    const invalid = validateRequest(vendor, body, body.input);
    if (invalid) return sendResponse(reply, invalid);
    const schema = body.text?.format?.type === "json_schema" ? body.text.format.schema : undefined;
    const completion = completePrompt({
      prompt: extractTexts([body.instructions, body.input]),
      schema,
      maxTokens: optionalNumber(body.max_output_tokens),
    });
    return sendCompletion(reply, {
      id: `resp_${randomUUID()}`,
      object: "response",
      created_at: nowSeconds(),
      status: completion.truncated ? "incomplete" : "completed",
      model: body.model,
      error: null,
      incomplete_details: completion.truncated ? { reason: "max_output_tokens" } : null,
      output: [
        {
          type: "message",
          id: `msg_${randomUUID()}`,
          role: "assistant",
          status: completion.truncated ? "incomplete" : "completed",
          content: [{ type: "output_text", text: completion.text, annotations: [] }],
        },
      ],
      usage: {
        input_tokens: completion.inputTokens,
        input_tokens_details: { cached_tokens: completion.cachedTokens },
        output_tokens: completion.outputTokens,
        output_tokens_details: { reasoning_tokens: 0 },
        total_tokens: completion.inputTokens + completion.outputTokens,
      },
    });
  });
};

const validateRequest = (vendor: string, body: Body, prompt: unknown): SimulatedResponse | undefined => {
  const invalid = (message: string) => openaiError(400, message, "invalid_request_error", null);
  if (typeof body.model !== "string") return invalid("you must provide a model parameter");
  if (!modelIds(vendor).includes(body.model))
    return openaiError(
      404,
      `The model \`${body.model}\` does not exist or you do not have access to it.`,
      "invalid_request_error",
      "model_not_found",
    );
  if (extractTexts(prompt).length === 0) return invalid("Missing required parameter: the prompt is empty");
  if (body.stream) return invalid("The sandbox does not stream");
  return undefined;
};

/** The schema of the response: a field of the request, or in JSON mode a part of the prompt. */
const findResponseSchema = ({ response_format: format }: Body, prompt: readonly string[]): unknown => {
  if (format?.type === "json_schema") return format.json_schema?.schema;
  if (format?.type !== "json_object") return undefined;
  const schemaText = prompt.map((text) => /\{.*"(?:type|properties)".*\}/s.exec(text)?.[0]).find(Boolean);
  try {
    return JSON.parse(schemaText ?? "");
  } catch {
    return { type: "object" };
  }
};

const optionalNumber = (value: unknown): number | undefined =>
  typeof value === "number" ? value : undefined;
const nowSeconds = (): number => Math.floor(Date.now() / 1000);
const sendCompletion = (reply: FastifyReply, body: unknown) =>
  sendResponse(reply, { status: 200, body, headers: { "x-request-id": `req_${randomUUID()}` } });

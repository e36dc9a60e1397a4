import type { LanguageModel, Schema, ToolSet } from "ai";
import type * as z from "zod";
import type { AiCallFailure } from "#domain/ai/call-outcome.ts";
import type { TokenCounts } from "#domain/ai/models.ts";
import { classifyError, countTokens, estimateTokens } from "./request-completion.ts";

/** Something that a model may do during its answer. `run` returns what the model is told of it. */
export type ReplyTool = {
  name: string;
  description: string;
  input: z.ZodType;
  run: (input: unknown) => Promise<string>;
};

export type ReplyRequest = {
  /** The same text for all turns of a conversation, so that vendors can cache it. */
  instructions: string;
  prompt: string;
  tools: readonly ReplyTool[];
  maxOutputTokens: number;
  signal: AbortSignal;
  /** Gets the words while they arrive. */
  onText: (text: string) => void;
};

/** Milliseconds. A caller on the telephone waits. */
export const replyDeadlines = { firstToken: 2_500, gap: 2_000, total: 12_000 } as const;
/** Steps with tools; then one without them. */
const maxSteps = 4;

export type ModelReply = { tokens: TokenCounts; firstTokenMs: number | null } & (
  | { outcome: "answered"; text: string }
  | { outcome: AiCallFailure; text: string; retryAfterMs?: number }
);

const schemas = new WeakMap<z.ZodType, Schema>();

/** Converted to JSON Schema once, because all conversations share their tools. */
const toSchema = (sdk: typeof import("ai"), input: z.ZodType): Schema => {
  const schema = schemas.get(input) ?? sdk.zodSchema(input);
  schemas.set(input, schema);
  return schema;
};

/** Asks a model for the next words of a conversation. Every way in which it can end is an outcome. */
export const requestReply = async (model: LanguageModel, request: ReplyRequest): Promise<ModelReply> => {
  const sdk = await import("ai");
  globalThis.AI_SDK_LOG_WARNINGS = false;
  const startedAt = performance.now();
  const deadline = createDeadline(request.signal);
  let failed: unknown;
  let text = "";
  let tokens: TokenCounts = { input: 0, cachedInput: 0, output: 0 };
  let firstTokenMs: number | null = null;
  const tools: ToolSet = Object.fromEntries(
    request.tools.map(({ name, description, input, run }) => [
      name,
      sdk.tool({
        description,
        inputSchema: toSchema(sdk, input),
        execute: async (given: unknown) => run(given),
      }),
    ]),
  );
  const hasTools = request.tools.length > 0;
  const result = sdk.streamText({
    model,
    instructions: request.instructions,
    prompt: request.prompt,
    ...(hasTools ? { tools, stopWhen: sdk.isStepCount(maxSteps + 1) } : {}),
    ...(hasTools
      ? { prepareStep: ({ stepNumber }) => (stepNumber >= maxSteps ? { toolChoice: "none" as const } : {}) }
      : {}),
    maxOutputTokens: request.maxOutputTokens,
    reasoning: "none",
    maxRetries: 0,
    abortSignal: deadline.signal,
    onError: ({ error }) => {
      failed ??= error;
    },
    onAbort: () => {
      failed ??= new DOMException("The answer took too long", "TimeoutError");
    },
  });
  try {
    for await (const part of result.stream) {
      if (part.type === "text-delta" && part.text !== "") {
        firstTokenMs ??= performance.now() - startedAt;
        text += part.text;
        request.onText(part.text);
      }
      deadline.extend(firstTokenMs !== null);
    }
    if (failed !== undefined) throw failed;
    tokens = countTokens(await result.usage, {
      prompt: request.instructions + request.prompt,
      answer: text,
    });
    const finishReason = await result.finishReason;
    const end = { text, tokens, firstTokenMs };
    if (finishReason === "content-filter") return { outcome: "refused", ...end };
    if (finishReason === "error") return { outcome: "cut_off", ...end };
    if (finishReason === "length") return { outcome: "truncated", ...end };
    return text.trim() === "" ? { outcome: "invalid_output", ...end } : { outcome: "answered", ...end };
  } catch (error) {
    if (tokens.output === 0 && text !== "")
      tokens = estimateTokens(request.instructions + request.prompt, text);
    return { ...classifyError(failed ?? error, text !== "", sdk), text, tokens, firstTokenMs };
  } finally {
    deadline.end();
  }
};

/** Aborts when nothing arrives for too long, or with the caller's own signal. */
const createDeadline = (signal: AbortSignal) => {
  const controller = new AbortController();
  const abort = () => controller.abort(new DOMException("The answer took too long", "TimeoutError"));
  const onAbort = () => controller.abort(signal.reason);
  let timer = setTimeout(abort, replyDeadlines.firstToken);
  const total = setTimeout(abort, replyDeadlines.total);
  if (signal.aborted) onAbort();
  else signal.addEventListener("abort", onAbort, { once: true });
  return {
    signal: controller.signal,
    extend: (hasBegun: boolean) => {
      clearTimeout(timer);
      timer = setTimeout(abort, hasBegun ? replyDeadlines.gap : replyDeadlines.firstToken);
    },
    end: () => {
      clearTimeout(timer);
      clearTimeout(total);
      signal.removeEventListener("abort", onAbort);
    },
  };
};

import type { LanguageModel } from "ai";
import { type AiCallFailure, classifyVendorError } from "#domain/ai/call-outcome.ts";
import type { TokenCounts } from "#domain/ai/models.ts";
import { EgressStreamError } from "#server/egress/egress.ts";
import type { AiFeature } from "./feature.ts";

export type AiCompletion<Output> = { tokens: TokenCounts } & (
  | { outcome: "answered"; output: Output }
  | { outcome: AiCallFailure; retryAfterMs?: number }
);

type CompletionRequest<Output> = {
  model: LanguageModel;
  feature: Pick<AiFeature<never, Output>, "instructions" | "output" | "budget">;
  prompt: string;
  timeoutMs: number;
  signal?: AbortSignal | undefined;
  /** Gets the answer's text while it arrives. */
  onText?: ((text: string) => void) | undefined;
};

/** Asks a model once. Every way in which it can end is an outcome; nothing is thrown. */
export const requestCompletion = async <Output>(
  request: CompletionRequest<Output>,
): Promise<AiCompletion<Output>> => {
  const sdk = await import("ai");
  // It would print on the console which settings a model ignores.
  globalThis.AI_SDK_LOG_WARNINGS = false;
  const { model, feature, prompt, timeoutMs, signal, onText } = request;
  let failed: unknown;
  let tokens: TokenCounts = { input: 0, cachedInput: 0, output: 0 };
  let received = "";
  const result = sdk.streamText({
    model,
    instructions: feature.instructions,
    prompt,
    output: sdk.Output.object({ schema: feature.output }),
    maxOutputTokens: feature.budget.maxOutputTokens,
    reasoning: "none",
    maxRetries: 0,
    timeout: { totalMs: timeoutMs },
    ...(signal ? { abortSignal: signal } : {}),
    onError: ({ error }) => {
      failed ??= error;
    },
    onAbort: () => {
      failed ??= new DOMException("The call took too long", "TimeoutError");
    },
  });
  try {
    for await (const text of result.textStream) {
      received += text;
      onText?.(text);
    }
    if (failed !== undefined) throw failed;
    tokens = countTokens(await result.usage, { prompt: feature.instructions + prompt, answer: received });
    const finishReason = await result.finishReason;
    if (finishReason === "content-filter") return { outcome: "refused", tokens };
    if (finishReason === "length") return { outcome: "truncated", tokens };
    if (finishReason === "error") return { outcome: "cut_off", tokens };
    return { outcome: "answered", output: await result.output, tokens };
  } catch (error) {
    // A vendor bills what it sent before the answer broke off.
    if (tokens.output === 0 && received !== "")
      tokens = estimateTokens(feature.instructions + prompt, received);
    return { ...classifyError(failed ?? error, received !== "", sdk), tokens };
  }
};

type Usage = {
  inputTokens: number | undefined;
  outputTokens: number | undefined;
  inputTokenDetails?: { cacheReadTokens: number | undefined };
};

/** Estimated where a server does not report them, so that its budget holds. */
export const countTokens = (
  { inputTokens, outputTokens, inputTokenDetails }: Usage,
  { prompt, answer }: { prompt: string; answer: string },
): TokenCounts =>
  inputTokens === undefined && outputTokens === undefined
    ? estimateTokens(prompt, answer)
    : {
        input: inputTokens ?? 0,
        cachedInput: inputTokenDetails?.cacheReadTokens ?? 0,
        output: outputTokens ?? 0,
      };

/** Four characters a token, a usual value for English and Spanish. */
export const estimateTokens = (prompt: string, answer: string): TokenCounts => ({
  input: Math.ceil(prompt.length / 4),
  cachedInput: 0,
  output: Math.ceil(answer.length / 4),
});

export const classifyError = (
  error: unknown,
  hasBegun: boolean,
  { APICallError, NoObjectGeneratedError, NoOutputGeneratedError }: typeof import("ai"),
): { outcome: AiCallFailure; retryAfterMs?: number } => {
  if (NoObjectGeneratedError.isInstance(error)) {
    if (error.finishReason === "length") return { outcome: "truncated" };
    return { outcome: error.finishReason === "content-filter" ? "refused" : "invalid_output" };
  }
  if (NoOutputGeneratedError.isInstance(error)) return { outcome: hasBegun ? "cut_off" : "invalid_output" };
  if (APICallError.isInstance(error) && error.statusCode !== undefined && error.statusCode >= 400) {
    const retryAfter = Number(error.responseHeaders?.["retry-after"]);
    return {
      outcome: classifyVendorError({ status: error.statusCode, body: error.responseBody ?? "" }),
      ...(Number.isFinite(retryAfter) ? { retryAfterMs: retryAfter * 1000 } : {}),
    };
  }
  const cause = findCause(error);
  if (cause instanceof EgressStreamError) {
    if (cause.failure === "timeout") return { outcome: "timed_out" };
    if (cause.failure === "blocked") return { outcome: "address_blocked" };
    return { outcome: hasBegun ? "cut_off" : "unavailable" };
  }
  if (error instanceof Error && ["TimeoutError", "AbortError"].includes(error.name))
    return { outcome: "timed_out" };
  return { outcome: hasBegun ? "cut_off" : "unavailable" };
};

/** The SDK wraps what `fetch` threw. */
const findCause = (error: unknown): unknown => {
  if (error instanceof EgressStreamError || !(error instanceof Error) || error.cause === undefined)
    return error;
  return findCause(error.cause);
};

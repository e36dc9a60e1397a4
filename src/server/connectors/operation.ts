import type * as z from "zod";
import { type RateLimit, takeSlot } from "#domain/rate-limit.ts";
import { mayRetry, type RetryPolicy, retryDelayMs } from "#domain/retry.ts";
import type { EgressFailure } from "#server/egress/egress.ts";
import type { VendorContext, VendorRequest } from "./connector.ts";
import type { OperationError, OperationErrorKind, OperationResult } from "./operation-result.ts";
import { describeFailure, parseSuccess, readJsonResponse, type VendorResponse } from "./vendor-response.ts";

/** What an operation needs of an open connection; the headers carry the sign-in. */
export type OperationCall = Pick<VendorContext, "send" | "settings"> & { headers: Record<string, string> };

/**
 * Something that a vendor can do for us, in one request or a few. Everything that calling it safely needs is declared
 * here, and `runOperation` is the one way to call it.
 */
export type Operation<I extends z.ZodType = z.ZodType, Output = unknown> = {
  name: string;
  input: I;
  /** `read` and `upsert` may be repeated; `none` only if the vendor certainly did nothing. */
  idempotency: "read" | "upsert" | "none";
  rate: RateLimit;
  retry: RetryPolicy;
  run: (call: OperationCall, input: z.infer<I>) => Promise<OperationResult<Output>>;
};

export const defineOperation = <I extends z.ZodType, Output>(
  operation: Operation<I, Output>,
): Operation<I, Output> => operation;

/** Waits for the rate limit of an account; all operations of a connection share one. */
export type OperationPacer = {
  take: (rate: RateLimit) => Promise<void>;
  wait: (ms: number) => Promise<void>;
};

export const createPacer = (
  now: () => number,
  wait: (ms: number) => Promise<void>,
  /** The limit that counts instead of an operation's own; null for none. */
  limitOf: (rate: RateLimit) => RateLimit | null,
): OperationPacer => {
  let used: readonly number[] = [];
  return {
    wait,
    take: async (rate) => {
      const limit = limitOf(rate);
      if (!limit) return;
      const slot = takeSlot(used, limit, now());
      used = slot.used;
      if (slot.waitMs > 0) await wait(slot.waitMs);
    },
  };
};

/** A longer wait is left to the caller, which has other work meanwhile. */
const maxWaitMs = 15_000;

const isRepeatable = ({ idempotency }: Operation, { kind, mayHaveHappened }: OperationError): boolean =>
  (kind === "rate" || kind === "transient") && (idempotency !== "none" || !mayHaveHappened);

export const runOperation = async <I extends z.ZodType, Output>(
  operation: Operation<I, Output>,
  call: OperationCall,
  input: z.input<I>,
  pacer: OperationPacer,
): Promise<OperationResult<Output>> => {
  const parsed = operation.input.parse(input);
  const paced: OperationCall = {
    ...call,
    send: async (request) => {
      await pacer.take(operation.rate);
      return call.send(request);
    },
  };
  for (let failures = 1; ; failures++) {
    const result = await operation.run(paced, parsed);
    if (result.ok || !isRepeatable(operation as Operation, result.error)) return result;
    const delay = result.error.retryAfterMs ?? retryDelayMs(operation.retry, failures);
    if (!mayRetry(operation.retry, failures) || delay > maxWaitMs) return result;
    await pacer.wait(delay);
  }
};

/** Failures before anything was sent. */
const notSent: readonly EgressFailure[] = [
  "invalid_url",
  "invalid_request",
  "blocked",
  "unresolved",
  "unreachable",
  "certificate",
];
const notRepeatable: readonly EgressFailure[] = ["invalid_url", "invalid_request", "blocked", "certificate"];

/** Seconds or a date. */
const readRetryAfter = (value: string | undefined, now: number): { retryAfterMs?: number } => {
  if (value === undefined) return {};
  const ms = /^\d+$/.test(value.trim()) ? Number(value) * 1000 : Date.parse(value) - now;
  return Number.isFinite(ms) ? { retryAfterMs: Math.max(0, ms) } : {};
};

const kindOfStatus = (status: number): OperationErrorKind => {
  if (status === 401 || status === 403) return "auth";
  if (status === 429) return "rate";
  // A success whose body is not the expected one proves nothing, so it is asked again.
  return status >= 500 || status < 400 ? "transient" : "invalid";
};

/** How a vendor tells errors apart where the status does not, and when to come back where no header says so. */
export type ErrorClassifier = (
  response: VendorResponse,
) => OperationErrorKind | { kind: OperationErrorKind; retryAfterMs: number } | undefined;

/** One request, with its answer read by a schema and every failure mapped to a kind. */
export const operationRequest = async <T>(
  label: string,
  { send, headers }: Pick<OperationCall, "send" | "headers">,
  request: VendorRequest,
  schema: z.ZodType<T>,
  classify: ErrorClassifier,
): Promise<OperationResult<T>> => {
  const result = await send({ ...request, headers: { ...headers, ...request.headers } });
  const read = readJsonResponse(label, result);
  if (!result.ok || !read.ok) {
    const message = read.ok ? { en: "", es: "" } : read.failure.message;
    if (!result.ok) {
      const { failure } = result;
      const kind = notRepeatable.includes(failure) ? "invalid" : "transient";
      return { ok: false, error: { kind, message, mayHaveHappened: !notSent.includes(failure) } };
    }
    // A page instead of data comes from something in front of the vendor.
    const kind = result.status === 401 ? "auth" : result.status === 429 ? "rate" : "transient";
    const later = readRetryAfter(result.headers["retry-after"], Date.now());
    return { ok: false, error: { kind, message, mayHaveHappened: true, ...later } };
  }
  const { response } = read;
  const refused = classify(response);
  const value = refused === undefined ? parseSuccess(schema, response) : undefined;
  if (value !== undefined) return { ok: true, value };
  const { kind, ...later } =
    typeof refused === "object" ? refused : { kind: refused ?? kindOfStatus(response.status) };
  return {
    ok: false,
    error: {
      kind,
      status: response.status,
      message: describeFailure(label, response).message,
      // A vendor that says so by name did nothing.
      mayHaveHappened:
        (refused === undefined || kind === "transient") && (response.status < 400 || response.status >= 500),
      ...later,
      ...readRetryAfter(result.headers["retry-after"], Date.now()),
    },
  };
};

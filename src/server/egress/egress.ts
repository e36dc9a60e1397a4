import { isIP } from "node:net";
import type { Agent, Dispatcher } from "undici";
import { traceStep } from "#server/tracing.ts";
import { type AllowedAddresses, parseAllowedAddresses } from "./allowed-addresses.ts";
import {
  type AddressGuard,
  createGuardedAgent,
  publicOnly,
  type ResolveHost,
  systemResolve,
} from "./guarded-agent.ts";
import { isPublicAddress } from "./public-address.ts";

/**
 * `public`: a vendor's fixed address, only https on port 443. `operator`: an address that an operator entered, public
 * or allowed by the configuration. `server`: likewise, but without TLS only where the configuration names the address.
 * `sandbox`: our own simulator.
 */
export type AddressPolicy = "public" | "operator" | "server" | "sandbox";

export type EgressRequest = {
  url: string;
  method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  headers?: Record<string, string>;
  body?: string | Buffer;
  /** Covers the whole request, from name resolution to the last byte. */
  timeoutMs?: number;
  maxBytes?: number;
  allow: AddressPolicy;
};

/** `beginning`: the answer is cut at `maxBytes`, and what goes wrong after its status is no failure. */
type AnswerPart = "whole" | "beginning";

export type EgressFailure =
  | "invalid_url"
  | "invalid_request"
  | "blocked"
  | "unresolved"
  | "unreachable"
  | "certificate"
  | "timeout"
  | "too_large"
  | "broken";

/** A failure carries nothing that the other side sent. */
export type EgressResult =
  | { ok: true; status: number; headers: Record<string, string>; body: Buffer }
  | { ok: false; failure: EgressFailure };

/** An answer that is read while it arrives. Its body throws an `EgressStreamError`. */
export type EgressStream =
  | { ok: true; status: number; headers: Record<string, string>; body: AsyncIterable<Buffer> }
  | { ok: false; failure: EgressFailure };

export class EgressStreamError extends Error {
  readonly failure: EgressFailure;
  constructor(failure: EgressFailure) {
    super(`The answer ended early: ${failure}`);
    this.failure = failure;
  }
}

export type Egress = {
  request: (request: EgressRequest & { answer?: AnswerPart }) => Promise<EgressResult>;
  /** `signal` ends the request in the middle. */
  stream: (request: EgressRequest & { signal?: AbortSignal }) => Promise<EgressStream>;
  close: () => Promise<void>;
};

export type EgressOptions = {
  /** Base URLs that `sandbox` requests may use. */
  sandboxUrls?: readonly (string | undefined)[];
  /** Private addresses that `operator` requests may use: `host`, `host:port` or a range such as `10.0.0.0/8`. */
  allowed?: readonly string[];
  userAgent?: string;
  resolve?: ResolveHost;
};

const defaultTimeoutMs = 10_000;
const defaultMaxBytes = 1024 * 1024;

/** Makes all outgoing HTTP requests. Redirects are not followed, because they could lead to any address. */
export const createEgress = (options: EgressOptions = {}): Egress => {
  const resolve = options.resolve ?? systemResolve;
  const allowed = parseAllowedAddresses(options.allowed ?? []);
  const guards: Record<Exclude<AddressPolicy, "server"> | "named", AddressGuard> = {
    public: publicOnly,
    operator: allowed.allows,
    named: allowed.names,
    sandbox: () => true,
  };
  // One agent for each policy: a kept-alive connection must not serve a request whose policy would forbid it.
  const agents = new Map<keyof typeof guards, Promise<Agent>>();
  const agentFor = (allow: AddressPolicy, { protocol }: URL): Promise<Agent> => {
    const guard = allow !== "server" ? allow : protocol === "https:" ? "operator" : "named";
    const agent = agents.get(guard) ?? createGuardedAgent(resolve, guards[guard]);
    agents.set(guard, agent);
    return agent;
  };
  const sandboxOrigins = (options.sandboxUrls ?? []).flatMap((url) => (url ? [new URL(url).origin] : []));
  const userAgent = options.userAgent ?? "Faro/1";
  const send = async <R>(
    request: EgressRequest,
    run: (agent: Agent, options: Dispatcher.RequestOptions) => Promise<R>,
  ): Promise<R | { ok: false; failure: EgressFailure }> => {
    const url = URL.parse(request.url);
    const urlFailure = url ? checkUrl(url, request.allow, sandboxOrigins, allowed) : "invalid_url";
    if (!url || urlFailure) return { ok: false, failure: urlFailure ?? "invalid_url" };
    try {
      return await run(await agentFor(request.allow, url), toOptions(url, request, userAgent));
    } catch (error) {
      return { ok: false, failure: toEgressFailure(error) };
    }
  };
  return {
    stream: (request) =>
      traceRequest(request, () => send(request, (agent, options) => openStream(agent, options, request))),
    request: (request) =>
      traceRequest(request, () => send(request, (agent, options) => collectAnswer(agent, options, request))),
    close: async () => {
      await Promise.all([...agents.values()].map(async (agent) => (await agent).destroy()));
    },
  };
};

/** Names only the host: paths and queries hold ids, addresses and tokens. Nothing of the trace is sent to it. */
const traceRequest = <R extends EgressResult | EgressStream>(
  { method = "GET", url }: EgressRequest,
  send: () => Promise<R>,
): Promise<R> => {
  const attributes = { "http.request.method": method, "server.address": URL.parse(url)?.hostname ?? "" };
  return traceStep(`${method} vendor`, { kind: "CLIENT", attributes }, send, (answer) =>
    answer.ok ? { "http.response.status_code": answer.status } : { "error.type": answer.failure },
  );
};

const checkUrl = (
  url: URL,
  allow: AddressPolicy,
  sandboxOrigins: string[],
  allowed: AllowedAddresses,
): EgressFailure | undefined => {
  if (url.protocol !== "https:" && url.protocol !== "http:") return "invalid_url";
  if (url.username || url.password || !url.hostname) return "invalid_url";
  if (allow === "sandbox") return sandboxOrigins.includes(url.origin) ? undefined : "blocked";
  if (allow === "public" && (url.protocol !== "https:" || url.port !== "")) return "blocked";
  const port = Number(url.port || (url.protocol === "https:" ? 443 : 80));
  const isOperators = allow === "operator" || allow === "server";
  const isListed = isOperators && allowed.listsPort(url.hostname, port);
  // Other low ports belong to protocols that an HTTP request could abuse.
  if (port < 1024 && ![80, 443].includes(port) && !isListed) return "blocked";
  // A literal address is not resolved; the URL parser has already normalized octal, hex and short forms.
  const literal = url.hostname.startsWith("[") ? url.hostname.slice(1, -1) : url.hostname;
  if (isIP(literal) === 0) return undefined;
  const isNamed = isOperators && allowed.names(url.hostname, port, literal);
  const needsName = !isPublicAddress(literal) || (allow === "server" && url.protocol === "http:");
  return isNamed || !needsName ? undefined : "blocked";
};

const toOptions = (url: URL, request: EgressRequest, userAgent: string): Dispatcher.RequestOptions => ({
  origin: url.origin,
  path: url.pathname + url.search,
  method: request.method ?? "GET",
  headers: {
    "user-agent": userAgent,
    accept: "application/json",
    "accept-encoding": "identity",
    ...request.headers,
  },
  body: request.body ?? null,
});

/** Collects an answer with callbacks, because the objects of a stream cost more time than a small request. */
const collectAnswer = (
  agent: Agent,
  options: Dispatcher.RequestOptions,
  request: EgressRequest & { answer?: AnswerPart },
): Promise<EgressResult> =>
  new Promise((resolve) => {
    const maxBytes = request.maxBytes ?? defaultMaxBytes;
    const isWhole = request.answer !== "beginning";
    const chunks: Buffer[] = [];
    let size = 0;
    let head: { status: number; headers: Record<string, string> } | undefined;
    let controller: Dispatcher.DispatchController | undefined;
    let isEnded = false;
    const end = (failure: EgressFailure | undefined): void => {
      if (isEnded) return;
      isEnded = true;
      clearTimeout(timer);
      if (head && (failure === undefined || !isWhole))
        resolve({ ok: true, ...head, body: Buffer.concat(chunks) });
      else resolve({ ok: false, failure: failure ?? "broken" });
      if (failure !== undefined) controller?.abort(new Error(failure));
    };
    const timer = setTimeout(() => end("timeout"), request.timeoutMs ?? defaultTimeoutMs).unref();
    agent.dispatch(options, {
      onRequestStart: (started) => {
        controller = started;
        // The time ran out while the request waited for a connection.
        if (isEnded) started.abort(new Error("timeout"));
      },
      onResponseStart: (_controller, status, headers) => {
        // Informational, before the answer itself.
        if (status < 200) return;
        head = { status, headers: joinHeaders(headers) };
        if (isWhole && Number(headers["content-length"]) > maxBytes) end("too_large");
      },
      onResponseData: (_controller, chunk) => {
        chunks.push(chunk);
        size += chunk.length;
        if (size > maxBytes) end("too_large");
      },
      onResponseEnd: () => end(undefined),
      onResponseError: (_controller, error) => end(toEgressFailure(error)),
    });
  });

const openStream = async (
  agent: Agent,
  options: Dispatcher.RequestOptions,
  request: EgressRequest & { signal?: AbortSignal },
): Promise<EgressStream> => {
  const maxBytes = request.maxBytes ?? defaultMaxBytes;
  const timeout = startTimeout(request.timeoutMs ?? defaultTimeoutMs);
  const signal = request.signal ? AbortSignal.any([request.signal, timeout.signal]) : timeout.signal;
  const response = agent.request({ ...options, signal });
  // The signal alone does not end the wait for name resolution or a connection.
  const { statusCode, headers, body } = await Promise.race([response, rejectOnAbort(signal)]).catch(
    (error: unknown) => {
      timeout.end();
      throw error;
    },
  );
  // Leaving the loop over the body early destroys the stream, which emits an error.
  body.on("error", () => {});
  if (Number(headers["content-length"]) > maxBytes) {
    timeout.end();
    body.destroy();
    return { ok: false, failure: "too_large" };
  }
  return {
    ok: true,
    status: statusCode,
    headers: joinHeaders(headers),
    body: limitBody(body, maxBytes, timeout.end),
  };
};

/** Unlike `AbortSignal.timeout` it can be ended: thousands of requests a second would otherwise be kept until theirs runs out. */
const startTimeout = (ms: number): { signal: AbortSignal; end: () => void } => {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(new DOMException("Timed out", "TimeoutError")), ms).unref();
  return { signal: controller.signal, end: () => clearTimeout(timer) };
};

async function* limitBody(
  body: AsyncIterable<Buffer>,
  maxBytes: number,
  onEnd: () => void,
): AsyncGenerator<Buffer> {
  let size = 0;
  try {
    for await (const chunk of body) {
      size += chunk.length;
      if (size > maxBytes) throw new EgressStreamError("too_large");
      yield chunk;
    }
  } catch (error) {
    throw error instanceof EgressStreamError ? error : new EgressStreamError(toEgressFailure(error));
  } finally {
    onEnd();
  }
}

const rejectOnAbort = (signal: AbortSignal): Promise<never> =>
  new Promise((_resolve, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason as Error), { once: true });
  });

const joinHeaders = (headers: Record<string, string | string[] | undefined>): Record<string, string> => {
  const joined: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers))
    if (value !== undefined) joined[name] = typeof value === "string" ? value : value.join(", ");
  return joined;
};

const failuresByCode: Record<string, EgressFailure> = {
  FARO_BLOCKED_ADDRESS: "blocked",
  ENOTFOUND: "unresolved",
  EAI_AGAIN: "unresolved",
  ENODATA: "unresolved",
  ECONNREFUSED: "unreachable",
  EHOSTUNREACH: "unreachable",
  ENETUNREACH: "unreachable",
  EADDRNOTAVAIL: "unreachable",
  ETIMEDOUT: "unreachable",
  UND_ERR_CONNECT_TIMEOUT: "timeout",
  UND_ERR_HEADERS_TIMEOUT: "timeout",
  UND_ERR_BODY_TIMEOUT: "timeout",
  UND_ERR_INVALID_ARG: "invalid_request",
};

/** Errors of a TLS handshake carry OpenSSL's codes. */
const certificateCode = /CERT|SIGNATURE|ISSUER|ERR_TLS|ERR_SSL|EPROTO/;

const toEgressFailure = (error: unknown): EgressFailure => {
  if (!(error instanceof Error)) return "broken";
  if (error.name === "TimeoutError" || error.name === "AbortError") return "timeout";
  const inner = error instanceof AggregateError ? (error.errors[0] as unknown) : error;
  const code = inner instanceof Error && "code" in inner ? String(inner.code) : "";
  // After the connection was established, the request may have arrived.
  const wasConnected = inner instanceof Error && "syscall" in inner && inner.syscall !== "connect";
  if (wasConnected && failuresByCode[code] === "unreachable") return "broken";
  return failuresByCode[code] ?? (certificateCode.test(code) ? "certificate" : "broken");
};

import { isIP } from "node:net";
import type { Agent } from "undici";
import { type AllowedAddresses, parseAllowedAddresses } from "./allowed-addresses.ts";
import { type AddressGuard, createGuardedAgent, type ResolveHost, systemResolve } from "./guarded-agent.ts";
import { isPublicAddress } from "./public-address.ts";

/**
 * Who chose the address: a vendor of ours (`public`: https on its usual port), an operator (`operator`: any public
 * address, and those private ones that are allowed), or the configuration (`sandbox`: our own simulator).
 */
export type AddressPolicy = "public" | "operator" | "sandbox";

export type EgressRequest = {
  url: string;
  method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  headers?: Record<string, string>;
  body?: string | Buffer;
  /** For everything from the first look-up to the last byte. */
  timeoutMs?: number;
  maxBytes?: number;
  allow: AddressPolicy;
};

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

/** A failure says its kind and nothing of what the other side sent. */
export type EgressResult =
  | { ok: true; status: number; headers: Record<string, string>; body: Buffer }
  | { ok: false; failure: EgressFailure };

export type Egress = {
  request: (request: EgressRequest) => Promise<EgressResult>;
  close: () => Promise<void>;
};

export type EgressOptions = {
  /** Base addresses that `sandbox` requests may go to. */
  sandboxUrls?: readonly (string | undefined)[];
  /** Private addresses that `operator` requests may go to: `host`, `host:port` or a range such as `10.0.0.0/8`. */
  allowed?: readonly string[];
  userAgent?: string;
  resolve?: ResolveHost;
};

const defaultTimeoutMs = 10_000;
const defaultMaxBytes = 1_048_576;

/** The one maker of outgoing HTTP. Redirects come back as they are: following one could lead anywhere. */
export const createEgress = (options: EgressOptions = {}): Egress => {
  const resolve = options.resolve ?? systemResolve;
  const allowed = parseAllowedAddresses(options.allowed ?? []);
  const guards: Record<AddressPolicy, AddressGuard> = {
    public: (_hostname, _port, address) => isPublicAddress(address),
    operator: allowed.allows,
    sandbox: () => true,
  };
  // Each keeps connections of its own, so that none is used for a request that could not have made it.
  const agents = new Map<AddressPolicy, Promise<Agent>>();
  const agentOf = (allow: AddressPolicy): Promise<Agent> => {
    const agent = agents.get(allow) ?? createGuardedAgent(resolve, guards[allow]);
    agents.set(allow, agent);
    return agent;
  };
  const sandboxOrigins = (options.sandboxUrls ?? []).flatMap((url) => (url ? [new URL(url).origin] : []));
  const userAgent = options.userAgent ?? "Faro/1";
  return {
    request: async (request) => {
      const url = URL.parse(request.url);
      const refusal = url ? refusalOf(url, request.allow, sandboxOrigins, allowed) : "invalid_url";
      if (!url || refusal) return { ok: false, failure: refusal ?? "invalid_url" };
      try {
        return await send(await agentOf(request.allow), url, request, userAgent);
      } catch (error) {
        return { ok: false, failure: failureOf(error) };
      }
    },
    close: async () => {
      await Promise.all([...agents.values()].map(async (agent) => (await agent).destroy()));
    },
  };
};

const refusalOf = (
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
  const isNamed = allow === "operator" && allowed.listsPort(url.hostname, port);
  // Low ports belong to other protocols, which must not be spoken to by way of HTTP.
  if (port < 1024 && ![80, 443].includes(port) && !isNamed) return "blocked";
  // A literal address is never looked up; the URL parser has already unfolded octal, hex and short forms.
  const literal = url.hostname.startsWith("[") ? url.hostname.slice(1, -1) : url.hostname;
  if (isIP(literal) === 0 || isPublicAddress(literal)) return undefined;
  return allow === "operator" && allowed.allows(url.hostname, port, literal) ? undefined : "blocked";
};

const send = async (
  agent: Agent,
  url: URL,
  request: EgressRequest,
  userAgent: string,
): Promise<EgressResult> => {
  const maxBytes = request.maxBytes ?? defaultMaxBytes;
  const signal = AbortSignal.timeout(request.timeoutMs ?? defaultTimeoutMs);
  const answer = agent.request({
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
    signal,
  });
  // The signal alone would not end the wait for a look-up or a connection.
  const { statusCode, headers, body } = await Promise.race([answer, overdue(signal)]);
  // Leaving the loop below early destroys the stream, and with it the connection.
  body.on("error", () => {});
  if (Number(headers["content-length"]) > maxBytes) {
    body.destroy();
    return { ok: false, failure: "too_large" };
  }
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBytes) return { ok: false, failure: "too_large" };
    chunks.push(chunk);
  }
  return { ok: true, status: statusCode, headers: flat(headers), body: Buffer.concat(chunks) };
};

const overdue = (signal: AbortSignal): Promise<never> =>
  new Promise((_resolve, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason as Error), { once: true });
  });

const flat = (headers: Record<string, string | string[] | undefined>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, [value].flat().join(", ")]],
    ),
  );

const failures: Record<string, EgressFailure> = {
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

/** Errors of a TLS handshake carry OpenSSL's own codes. */
const certificateCode = /CERT|SIGNATURE|ISSUER|ERR_TLS|ERR_SSL|EPROTO/;

const failureOf = (error: unknown): EgressFailure => {
  if (!(error instanceof Error)) return "broken";
  if (error.name === "TimeoutError" || error.name === "AbortError") return "timeout";
  const inner = error instanceof AggregateError ? (error.errors[0] as unknown) : error;
  const code = inner instanceof Error && "code" in inner ? String(inner.code) : "";
  // Once the connection stood, the request may have arrived.
  const stood = inner instanceof Error && "syscall" in inner && inner.syscall !== "connect";
  if (stood && failures[code] === "unreachable") return "broken";
  return failures[code] ?? (certificateCode.test(code) ? "certificate" : "broken");
};

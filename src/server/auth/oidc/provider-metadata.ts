import * as z from "zod";
import type { Egress, EgressFailure, EgressRequest } from "#server/egress/egress.ts";

/** What is wrong with an identity provider, as an administrator can correct it. */
export type ProviderFaultKind =
  | EgressFailure
  | "http_status"
  | "no_json"
  | "issuer_differs"
  | "endpoint_missing"
  | "code_flow_missing"
  | "keys_missing";
/** `detail` is checked for its form: a status, a name of ours, or an address. */
export type ProviderFault = { kind: ProviderFaultKind; detail: string | null };

type Requested = { ok: true; status: number; json: unknown } | { ok: false; fault: ProviderFault };

const timeoutMs = 8000;
const maxBytes = 262_144;

export const providerFault = (kind: ProviderFaultKind, detail: string | null = null): ProviderFault => ({
  kind,
  detail,
});
const faulty = (
  kind: ProviderFaultKind,
  detail: string | null = null,
): { ok: false; fault: ProviderFault } => ({
  ok: false,
  fault: providerFault(kind, detail),
});

const readJson = (body: Buffer): unknown => {
  try {
    return JSON.parse(body.toString()) as unknown;
  } catch {
    return undefined;
  }
};

/** A request to the provider. The address is checked; without TLS only where the configuration names it. */
export const requestProvider = async (
  egress: Pick<Egress, "request">,
  request: Omit<EgressRequest, "allow"> & { answer?: "beginning" },
): Promise<Requested & { headers?: Record<string, string> }> => {
  const answer = await egress.request({ timeoutMs, maxBytes, ...request, allow: "server" });
  if (!answer.ok) return faulty(answer.failure);
  const { status, headers, body } = answer;
  return { ok: true, status, headers, json: readJson(body) };
};

/** Endpoints are as safe as the issuer: without TLS only where the issuer is. */
const endpointOf = (issuer: string) =>
  z
    .string()
    .max(2000)
    .refine((text) => {
      const url = URL.parse(text);
      if (!url || url.username || url.password || url.hash) return false;
      return url.protocol === "https:" || (url.protocol === "http:" && issuer.startsWith("http://"));
    });

const metadataOf = (issuer: string) => {
  const endpoint = endpointOf(issuer);
  return z.object({
    issuer: z.string(),
    authorization_endpoint: endpoint,
    token_endpoint: endpoint,
    jwks_uri: endpoint,
    userinfo_endpoint: endpoint.optional().catch(undefined),
    end_session_endpoint: endpoint.optional().catch(undefined),
    response_types_supported: z.array(z.string()).optional().catch(undefined),
    token_endpoint_auth_methods_supported: z.array(z.string()).optional().catch(undefined),
    authorization_response_iss_parameter_supported: z.boolean().optional().catch(undefined),
  });
};
export type ProviderMetadata = z.infer<ReturnType<typeof metadataOf>>;

export type Discovered = { ok: true; metadata: ProviderMetadata } | { ok: false; fault: ProviderFault };

/** The address at which the provider describes itself. */
export const discoveryUrl = (issuer: string): string =>
  `${issuer.replace(/\/$/, "")}/.well-known/openid-configuration`;

const shownAddress = (text: unknown): string =>
  typeof text === "string" && /^https?:\/\/[\w\-.:/{}~%@]{1,300}$/.test(text) ? text : "–";

export const discoverProvider = async (
  egress: Pick<Egress, "request">,
  issuer: string,
): Promise<Discovered> => {
  const answer = await requestProvider(egress, { url: discoveryUrl(issuer) });
  if (!answer.ok) return answer;
  if (answer.status !== 200) return faulty("http_status", String(answer.status));
  const described = z.object({ issuer: z.unknown() }).safeParse(answer.json);
  if (!described.success) return faulty("no_json");
  // Another issuer's document, perhaps moved here, must not decide where the secret goes.
  if (described.data.issuer !== issuer) return faulty("issuer_differs", shownAddress(described.data.issuer));
  const metadata = metadataOf(issuer).safeParse(answer.json);
  if (!metadata.success)
    return faulty("endpoint_missing", String(metadata.error.issues[0]?.path[0] ?? "issuer"));
  const responses = metadata.data.response_types_supported;
  if (responses && !responses.includes("code")) return faulty("code_flow_missing");
  return { ok: true, metadata: metadata.data };
};

const maxAgeMs = 10 * 60_000;
const maxFailureAgeMs = 5000;
const maxEntries = 20;

/** Keeps what providers publish of themselves; concurrent sign-ins share one request. */
export const createDiscovery = (egress: Pick<Egress, "request">) => {
  const entries = new Map<string, { at: number; hasFailed: boolean; found: Promise<Discovered> }>();
  return (issuer: string): Promise<Discovered> => {
    const cached = entries.get(issuer);
    const now = Date.now();
    if (cached && now - cached.at < (cached.hasFailed ? maxFailureAgeMs : maxAgeMs)) return cached.found;
    if (entries.size >= maxEntries) entries.clear();
    const entry = { at: now, hasFailed: false, found: discoverProvider(egress, issuer) };
    entries.set(issuer, entry);
    void entry.found.then(({ ok }) => {
      entry.hasFailed = !ok;
    });
    return entry.found;
  };
};

import { createHash, createHmac } from "node:crypto";
import { parseRetryAfter } from "#domain/ingestion/pull.ts";
import type { ReadFailure, ReadFault } from "#domain/ingestion/read-failure.ts";
import type { PullSettings } from "#domain/ingestion/settings.ts";
import { parseStrictJson } from "#domain/ingestion/strict-json.ts";
import type { Egress, EgressResult } from "#server/egress/egress.ts";
import type { PullTarget } from "#server/store/ingestion/pull.ts";
import { egressFailure, failure, type PullFailure, statusFailure } from "./failure.ts";

const timeoutMs = 30_000;
const maxPageBytes = 5 * 1_048_576;
const maxTokenBytes = 65_536;

type PageReply =
  | { ok: true; answer: EgressResult & { ok: true } }
  | { ok: false; failure: PullFailure; status?: number };

/** The query parameter that carries the key, where it is one. */
export const keyParameter = ({ keyIn }: PullSettings): string | undefined =>
  keyIn.startsWith("?") ? keyIn.slice(1) : undefined;

/** Requests one page. 304 and 204 count as answers. A refused OAuth token is replaced once. */
export const requestPage = async (
  target: PullTarget,
  url: URL,
  headers: Record<string, string>,
  egress: Egress,
): Promise<PageReply> => {
  const first = await request(target, url, headers, egress, { renewToken: false });
  const isTokenRefused = target.authMethod === "oauth" && first.ok && first.answer.status === 401;
  const reply = isTokenRefused ? await request(target, url, headers, egress, { renewToken: true }) : first;
  if (!reply.ok || [200, 204, 206, 304].includes(reply.answer.status)) return reply;
  const { status, headers: replied } = reply.answer;
  const pauseMs = parseRetryAfter(replied["retry-after"], Date.now(), Date.parse);
  return { ok: false, failure: statusFailure(status, pauseMs), status };
};

const request = async (
  target: PullTarget,
  page: URL,
  headers: Record<string, string>,
  egress: Egress,
  { renewToken }: { renewToken: boolean },
): Promise<PageReply> => {
  const url = new URL(page);
  const credentials = await addCredentials(target, url, egress, renewToken);
  if (!credentials.ok) return credentials;
  const answer = await egress.request({
    url: url.href,
    headers: { ...headers, ...credentials.headers },
    timeoutMs,
    maxBytes: maxPageBytes,
    allow: "operator",
  });
  return answer.ok ? { ok: true, answer } : { ok: false, failure: egressFailure(answer.failure) };
};

type TokenFailure = Extract<ReadFailure, { code: "token_refused" }>["because"];
type Credentials = { ok: true; headers: Record<string, string> } | { ok: false; failure: PullFailure };

/** The endpoint's credentials as headers; a key that is a query parameter is added to the URL. */
const addCredentials = async (
  target: PullTarget,
  url: URL,
  egress: Egress,
  renewToken: boolean,
): Promise<Credentials> => {
  const { authMethod, secrets, settings } = target;
  const missing = (fault: ReadFault): Credentials => ({ ok: false, failure: failure(fault) });
  if (authMethod === "none") return { ok: true, headers: {} };
  if (authMethod === "basic") {
    if (!secrets.secretKey) return missing("no_password");
    const pair = `${settings.username ?? ""}:${secrets.secretKey}`;
    return { ok: true, headers: { authorization: `Basic ${Buffer.from(pair).toString("base64")}` } };
  }
  if (authMethod === "oauth") {
    const token = await accessToken(target, egress, renewToken);
    return token.ok ? { ok: true, headers: { authorization: `Bearer ${token.value}` } } : token;
  }
  if (!secrets.apiKey) return missing("no_api_key");
  const parameter = keyParameter(settings.pull);
  if (parameter) url.searchParams.set(parameter, secrets.apiKey);
  const key: Record<string, string> = parameter
    ? {}
    : { [settings.pull.keyIn.toLowerCase()]: secrets.apiKey };
  if (authMethod === "api_key") return { ok: true, headers: key };
  if (!secrets.secretKey) return missing("no_secret_key");
  const signature = createHmac("sha256", secrets.secretKey).update(url.pathname + url.search);
  return { ok: true, headers: { ...key, "x-signature": signature.digest("hex") } };
};

type Token = { value: string; expiresAt: number };

/** In memory only, per egress client: a token is a secret, and cheap to request again. */
const tokenCaches = new WeakMap<Egress, Map<string, Token>>();

const defaultTokenSeconds = 300;
/** A token must not expire on its way. */
const expiryMarginSeconds = 30;

/** OAuth 2 client credentials (RFC 6749, 4.4). `renew` ignores a token that was just refused. */
const accessToken = async (
  { id, settings: { pull }, secrets }: PullTarget,
  egress: Egress,
  renew: boolean,
): Promise<{ ok: true; value: string } | { ok: false; failure: PullFailure }> => {
  const { tokenUrl, clientId, scope } = pull;
  if (!tokenUrl || !clientId || !secrets.secretKey) return { ok: false, failure: failure("no_client") };
  const tokens = tokenCaches.get(egress) ?? new Map<string, Token>();
  tokenCaches.set(egress, tokens);
  const client = [tokenUrl, clientId, scope ?? "", secrets.secretKey];
  const key = `${id}:${createHash("sha256").update(JSON.stringify(client)).digest("hex")}`;
  const cached = tokens.get(key);
  if (cached && !renew && cached.expiresAt > Date.now()) return { ok: true, value: cached.value };
  for (const old of tokens.keys()) if (old.startsWith(`${id}:`)) tokens.delete(old);
  const answer = await requestToken(egress, tokenUrl, clientId, secrets.secretKey, scope);
  if (!answer.ok) return tokenFailure({ code: answer.failure });
  if (answer.status !== 200) return tokenFailure({ code: "status", status: answer.status });
  const token = parseToken(answer.body.toString());
  if (!token) return tokenFailure({ code: "no_token" });
  tokens.set(key, token);
  return { ok: true, value: token.value };
};

const tokenFailure = (because: TokenFailure): { ok: false; failure: PullFailure } => ({
  ok: false,
  failure: { reason: { code: "token_refused", because } },
});

const requestToken = async (
  egress: Egress,
  url: string,
  clientId: string,
  secret: string,
  scope: string | null,
): Promise<EgressResult> => {
  const post = (headers: Record<string, string>, fields: Record<string, string>) =>
    egress.request({
      url,
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded", ...headers },
      body: new URLSearchParams({
        grant_type: "client_credentials",
        ...(scope ? { scope } : {}),
        ...fields,
      }).toString(),
      maxBytes: maxTokenBytes,
      allow: "operator",
    });
  const pair = `${encodeURIComponent(clientId)}:${encodeURIComponent(secret)}`;
  const answer = await post({ authorization: `Basic ${Buffer.from(pair).toString("base64")}` }, {});
  // The standard demands the header; some servers read the client from the form only.
  return answer.ok && (answer.status === 400 || answer.status === 401)
    ? post({}, { client_id: clientId, client_secret: secret })
    : answer;
};

const parseToken = (text: string): Token | undefined => {
  const parsed = parseStrictJson(text);
  if (!parsed.ok || parsed.value === null || typeof parsed.value !== "object") return undefined;
  const { access_token: value, expires_in: expiresIn } = parsed.value as Record<string, unknown>;
  if (typeof value !== "string" || value === "") return undefined;
  const seconds = Number(expiresIn) > 0 ? Number(expiresIn) : defaultTokenSeconds;
  return { value, expiresAt: Date.now() + Math.max(0, seconds - expiryMarginSeconds) * 1000 };
};

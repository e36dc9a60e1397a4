import { createHmac } from "node:crypto";
import { parseRetryAfter } from "#domain/ingestion/pull.ts";
import type { Egress, EgressAnswer } from "#server/egress/egress.ts";
import type { PullTarget } from "#server/store/ingestion/pull.ts";
import { accessToken } from "./access-token.ts";
import { keyParameter } from "./address.ts";
import { failure, failureOfEgress, failureOfStatus, type PullFailure } from "./failure.ts";

const longestMs = 30_000;
const mostBytes = 5_242_880;

type Answered = EgressAnswer & { ok: true };
export type PageReply = { ok: true; answer: Answered } | { ok: false; failure: PullFailure; status?: number };

/** Asks for one page. What is not changed (304) and what is empty (204) are answers; the rest of the failures is none. */
export const requestPage = async (
  target: PullTarget,
  url: URL,
  headers: Record<string, string>,
  egress: Egress,
): Promise<PageReply> => {
  const first = await ask(target, url, headers, egress, false);
  const again =
    target.authMethod === "oauth" && first.ok && first.answer.status === 401
      ? await ask(target, url, headers, egress, true)
      : first;
  if (!again.ok || [200, 204, 206, 304].includes(again.answer.status)) return again;
  const { status, headers: answered } = again.answer;
  const pause = parseRetryAfter(answered["retry-after"], Date.now(), Date.parse);
  return { ok: false, failure: failureOfStatus(status, pause), status };
};

const ask = async (
  target: PullTarget,
  page: URL,
  headers: Record<string, string>,
  egress: Egress,
  freshToken: boolean,
): Promise<PageReply> => {
  const url = new URL(page);
  const credentials = await credentialsFor(target, url, egress, freshToken);
  if (!credentials.ok) return credentials;
  const answer = await egress.request({
    url: url.href,
    headers: { ...headers, ...credentials.headers },
    timeoutMs: longestMs,
    maxBytes: mostBytes,
    allow: "operator",
  });
  return answer.ok ? { ok: true, answer } : { ok: false, failure: failureOfEgress(answer.failure) };
};

type Credentials = { ok: true; headers: Record<string, string> } | { ok: false; failure: PullFailure };

/** Puts the endpoint's own credentials into the headers, or into the address where the key is a parameter. */
const credentialsFor = async (
  target: PullTarget,
  url: URL,
  egress: Egress,
  freshToken: boolean,
): Promise<Credentials> => {
  const { authMethod, secrets, settings } = target;
  const missing = (what: string): Credentials => ({ ok: false, failure: failure(`The ${what} is missing.`) });
  if (authMethod === "none") return { ok: true, headers: {} };
  if (authMethod === "basic") {
    if (!secrets.secretKey) return missing("password");
    const pair = `${settings.username ?? ""}:${secrets.secretKey}`;
    return { ok: true, headers: { authorization: `Basic ${Buffer.from(pair).toString("base64")}` } };
  }
  if (authMethod === "oauth") {
    const token = await accessToken(target, egress, freshToken);
    return token.ok ? { ok: true, headers: { authorization: `Bearer ${token.token}` } } : token;
  }
  if (!secrets.apiKey) return missing("API key");
  const parameter = keyParameter(settings.pull);
  if (parameter) url.searchParams.set(parameter, secrets.apiKey);
  const key: Record<string, string> = parameter
    ? {}
    : { [settings.pull.keyIn.toLowerCase()]: secrets.apiKey };
  if (authMethod === "api_key") return { ok: true, headers: key };
  if (!secrets.secretKey) return missing("secret key");
  const signed = createHmac("sha256", secrets.secretKey).update(url.pathname + url.search);
  return { ok: true, headers: { ...key, "x-signature": signed.digest("hex") } };
};

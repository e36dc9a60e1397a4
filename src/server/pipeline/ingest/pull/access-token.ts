import { createHash } from "node:crypto";
import { parseStrictJson } from "#domain/ingestion/strict-json.ts";
import type { Egress, EgressResult } from "#server/egress/egress.ts";
import type { PullTarget } from "#server/store/ingestion/pull.ts";
import { failure, failureOfEgress, type PullFailure } from "./failure.ts";

type Token = { value: string; until: number };
export type TokenAnswer = { ok: true; token: string } | { ok: false; failure: PullFailure };

/** In memory alone, and for one way out: a token is a secret, and cheap to ask for again. */
const kept = new WeakMap<Egress, Map<string, Token>>();

const usualSeconds = 300;
/** A token that ends on the way is no use. */
const spareSeconds = 30;

/** OAuth 2 client credentials (RFC 6749, 4.4). `fresh` passes over a token that was just refused. */
export const accessToken = async (
  { id, settings: { pull }, secrets }: PullTarget,
  egress: Egress,
  fresh: boolean,
): Promise<TokenAnswer> => {
  const { tokenUrl, clientId, scope } = pull;
  if (!tokenUrl || !clientId || !secrets.secretKey)
    return { ok: false, failure: failure("The token URL, the client id or the secret key is missing.") };
  const tokens = kept.get(egress) ?? new Map<string, Token>();
  kept.set(egress, tokens);
  const client = [tokenUrl, clientId, scope ?? "", secrets.secretKey];
  const key = `${id}:${createHash("sha256").update(JSON.stringify(client)).digest("hex")}`;
  const known = tokens.get(key);
  if (known && !fresh && known.until > Date.now()) return { ok: true, token: known.value };
  for (const old of tokens.keys()) if (old.startsWith(`${id}:`)) tokens.delete(old);
  const answer = await askForToken(egress, tokenUrl, clientId, secrets.secretKey, scope);
  if (!answer.ok) return { ok: false, failure: tokenFailure(failureOfEgress(answer.failure).sentence) };
  if (answer.status !== 200)
    return { ok: false, failure: tokenFailure(`The server answered ${answer.status}.`) };
  const token = readToken(answer.body.toString());
  if (!token) return { ok: false, failure: tokenFailure("The answer holds no token.") };
  tokens.set(key, token);
  return { ok: true, token: token.value };
};

const tokenFailure = (reason: string): PullFailure => failure(`No access token was given: ${reason}`);

const askForToken = async (
  egress: Egress,
  url: string,
  clientId: string,
  secret: string,
  scope: string | null,
): Promise<EgressResult> => {
  const ask = (headers: Record<string, string>, fields: Record<string, string>) =>
    egress.request({
      url,
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded", ...headers },
      body: new URLSearchParams({
        grant_type: "client_credentials",
        ...(scope ? { scope } : {}),
        ...fields,
      }).toString(),
      maxBytes: 65_536,
      allow: "operator",
    });
  const pair = `${encodeURIComponent(clientId)}:${encodeURIComponent(secret)}`;
  const first = await ask({ authorization: `Basic ${Buffer.from(pair).toString("base64")}` }, {});
  // Every server should take the header; some take the client only from the form.
  return first.ok && (first.status === 400 || first.status === 401)
    ? ask({}, { client_id: clientId, client_secret: secret })
    : first;
};

const readToken = (text: string): Token | undefined => {
  const read = parseStrictJson(text);
  if (!read.ok || read.value === null || typeof read.value !== "object") return undefined;
  const { access_token: value, expires_in: seconds } = read.value as Record<string, unknown>;
  if (typeof value !== "string" || value === "") return undefined;
  const lasts = Number(seconds) > 0 ? Number(seconds) : usualSeconds;
  return { value, until: Date.now() + Math.max(0, lasts - spareSeconds) * 1000 };
};

import { createHmac, timingSafeEqual } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import type { AuthMethod } from "#domain/ingestion.ts";

export type HookRequest = { headers: IncomingHttpHeaders; query: Record<string, unknown>; body: Buffer };
export type HookSecrets = { apiKey?: string; secretKey?: string };
export type HookVerdict =
  | { ok: true }
  | { ok: false; reason: "key_missing" | "key_wrong" | "signature_wrong" | "not_set_up" };

const same = (given: string, expected: string): boolean => {
  const left = Buffer.from(given);
  const right = Buffer.from(expected);
  return left.length === right.length && timingSafeEqual(left, right);
};

const first = (value: unknown): string | undefined =>
  typeof value === "string" && value !== "" ? value : undefined;

const keyOf = ({ headers, query }: HookRequest): string | undefined =>
  first(headers["x-api-key"]) ??
  first(/^Bearer (.+)$/i.exec(headers.authorization ?? "")?.[1]) ??
  first(query.api_key);

const checkKey = (request: HookRequest, expected: string | undefined): HookVerdict => {
  const given = keyOf(request);
  if (expected === undefined) return { ok: false, reason: "not_set_up" };
  if (given === undefined) return { ok: false, reason: "key_missing" };
  return same(given, expected) ? { ok: true } : { ok: false, reason: "key_wrong" };
};

/** HMAC-SHA256 of the raw body, as hex or base64, with or without the prefix that names it. */
const checkSignature = (request: HookRequest, secretKey: string | undefined): HookVerdict => {
  if (secretKey === undefined) return { ok: false, reason: "not_set_up" };
  const given = first(request.headers["x-signature"])?.replace(/^sha256=/, "");
  const digest = createHmac("sha256", secretKey).update(request.body).digest();
  const matches =
    given !== undefined && (same(given, digest.toString("hex")) || same(given, digest.toString("base64")));
  return matches ? { ok: true } : { ok: false, reason: "signature_wrong" };
};

/** What each method asks of a request. A method without its secrets lets nothing in. */
const methods: Record<AuthMethod, (request: HookRequest, secrets: HookSecrets) => HookVerdict> = {
  none: () => ({ ok: true }),
  api_key: (request, { apiKey }) => checkKey(request, apiKey),
  api_key_secret_key: (request, { apiKey, secretKey }) => {
    const key = checkKey(request, apiKey);
    return key.ok ? checkSignature(request, secretKey) : key;
  },
  basic: () => ({ ok: false, reason: "not_set_up" }),
  oauth: () => ({ ok: false, reason: "not_set_up" }),
};

export const verifyHook = (method: AuthMethod, request: HookRequest, secrets: HookSecrets): HookVerdict =>
  methods[method](request, secrets);

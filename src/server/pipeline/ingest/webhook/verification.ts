import type { IncomingHttpHeaders } from "node:http";
import type { AuthMethod } from "#domain/ingestion/endpoint.ts";
import type { EndpointSettings, SignaturePreset, SignatureSettings } from "#domain/ingestion/settings.ts";
import type { KeySet } from "./key-sets.ts";

/** What an endpoint asks of whoever sends to it. */
export type EndpointAuth = { authMethod: AuthMethod; settings: EndpointSettings; secrets: EndpointSecrets };

/** While a secret is being replaced, the one before it still opens the door. */
export type EndpointSecrets = { apiKey?: string; secretKey?: string; previousSecretKey?: string };

export type WebhookRequest = {
  method: string;
  /** The whole address as the sender may know it, query and all: some senders sign it. */
  urls: () => readonly string[];
  headers: IncomingHttpHeaders;
  query: Record<string, unknown>;
  /** The body as it was sent, before anything is unpacked: that is what a signature covers. */
  rawBody: Buffer;
};

export type VerificationContext = { now: number; fetchKeys: (url: string) => KeySet };

export type RefusalReason =
  | "key_missing"
  | "key_wrong"
  | "signature_missing"
  | "signature_wrong"
  | "timestamp_outside"
  | "token_wrong"
  | "not_set_up";

/** `replayKey` is the same for the same delivery and cannot be changed without breaking its signature. */
export type Verification = { ok: true; replayKey?: string } | { ok: false; reason: RefusalReason };

export const verified: Verification = { ok: true };
export const refused = (reason: RefusalReason): Verification => ({ ok: false, reason });

/** One way to prove who sends. Without its secrets it lets nothing in. */
export type AuthMethodVerifier = {
  id: AuthMethod;
  check: (
    hook: EndpointAuth,
    request: WebhookRequest,
    context: VerificationContext,
  ) => Verification | Promise<Verification>;
};

/** One sender's way of signing. `secrets` holds at least one. */
export type SignatureScheme = {
  id: SignaturePreset;
  /** Only senders of one's own can be told to send our key along with the signature. */
  requiresKey?: true;
  check: (
    request: WebhookRequest,
    secrets: readonly string[],
    settings: SignatureSettings,
    now: number,
  ) => Verification;
};

/** A header or a parameter that really holds something. */
export const nonEmptyText = (value: unknown): string | undefined =>
  typeof value === "string" && value !== "" ? value : undefined;

export const bearerToken = ({ headers }: WebhookRequest): string | undefined =>
  /^Bearer +(\S.*)$/i.exec(headers.authorization ?? "")?.[1];

/** The secret key and, for a while, the one before it. */
export const acceptedSecretKeys = ({ secretKey, previousSecretKey }: EndpointSecrets): string[] => {
  if (!secretKey) return [];
  return previousSecretKey ? [secretKey, previousSecretKey] : [secretKey];
};

import type { IncomingHttpHeaders } from "node:http";
import type { AuthMethod } from "#domain/ingestion/endpoint.ts";
import type { RequestRefusal } from "#domain/ingestion/request-refusal.ts";
import type { EndpointSettings, SignaturePreset, SignatureSettings } from "#domain/ingestion/settings.ts";
import type { KeySet } from "#server/egress/key-sets.ts";

/** How an endpoint verifies its senders. */
export type EndpointAuth = { authMethod: AuthMethod; settings: EndpointSettings; secrets: EndpointSecrets };

/** While a secret is being replaced, the previous one is accepted too. */
export type EndpointSecrets = { apiKey?: string; secretKey?: string; previousSecretKey?: string };

export type WebhookRequest = {
  method: string;
  /** The URLs with query that the sender may have signed. */
  urls: () => readonly string[];
  headers: IncomingHttpHeaders;
  query: Record<string, unknown>;
  /** The body as it was sent, before decompression, because that is what a signature covers. */
  rawBody: Buffer;
};

export type VerificationContext = { now: number; fetchKeys: (url: string) => KeySet };

/** `replayKey` identifies the delivery and is covered by its signature. */
export type Verification = { ok: true; replayKey?: string } | { ok: false; reason: RequestRefusal };
/** Every signature scheme gives a replay key, because whoever has seen a signed request can send it again. */
export type SignatureVerification = { ok: true; replayKey: string } | { ok: false; reason: RequestRefusal };

export const verified: { ok: true } = { ok: true };
export const signedBy = (digest: Buffer): { ok: true; replayKey: string } => ({
  ok: true,
  replayKey: digest.toString("hex"),
});
export const refused = (reason: RequestRefusal): { ok: false; reason: RequestRefusal } => ({
  ok: false,
  reason,
});

/** Verifies the senders of one method. It refuses every request while its secrets are not set. */
export type AuthMethodVerifier = {
  id: AuthMethod;
  check: (
    endpoint: EndpointAuth,
    request: WebhookRequest,
    context: VerificationContext,
  ) => Verification | Promise<Verification>;
};

/** Verifies the signatures of one kind of sender. `secrets` is never empty. */
export type SignatureScheme = {
  id: SignaturePreset;
  /** The sender must send the API key too. Vendors with a fixed format cannot. */
  requiresKey?: true;
  check: (
    request: WebhookRequest,
    secrets: readonly string[],
    settings: SignatureSettings,
    now: number,
  ) => SignatureVerification;
};

export const nonEmptyText = (value: unknown): string | undefined =>
  typeof value === "string" && value !== "" ? value : undefined;

export const bearerToken = ({ headers }: WebhookRequest): string | undefined =>
  /^Bearer +(\S.*)$/i.exec(headers.authorization ?? "")?.[1];

export const acceptedSecretKeys = ({ secretKey, previousSecretKey }: EndpointSecrets): string[] => {
  if (!secretKey) return [];
  return previousSecretKey ? [secretKey, previousSecretKey] : [secretKey];
};

import type { IngestionEndpoint } from "#contract/endpoints.ts";
import { type Signing, signingFor } from "./signing.ts";

/** What a sender must know: where to, which fixed headers, and how to sign. */
export type WebhookSender = {
  url: string;
  headers: Record<string, string>;
  basic?: string;
  signing?: Signing;
};

/** What stands for a secret in a snippet: the secrets themselves are never shown. */
export const placeholders = {
  key: "YOUR_API_KEY",
  secret: "YOUR_SECRET_KEY",
  password: "YOUR_PASSWORD",
  token: "YOUR_TOKEN",
} as const;

/** A lead as a form would send it. */
export const exampleBody = { first_name: "Ana", email: "ana@example.com", phone: "+1 787 555 0148" };

const apiKeyHeader = { "x-api-key": placeholders.key };

/** Nothing for an endpoint that cannot be sent to, or only by a vendor that signs in its own way. */
export const toWebhookSender = (endpoint: IngestionEndpoint): WebhookSender | undefined => {
  const { webhookUrl: url, authMethod, settings } = endpoint;
  if (url === null) return undefined;
  if (authMethod === "none") return { url, headers: {} };
  if (authMethod === "api_key") return { url, headers: apiKeyHeader };
  if (authMethod === "basic")
    return { url, headers: {}, basic: `${settings.username ?? "USER"}:${placeholders.password}` };
  if (authMethod === "oauth") return { url, headers: { authorization: `Bearer ${placeholders.token}` } };
  const signing = signingFor(settings.signature);
  // Only senders of one's own send the key along; vendors sign, and that is all.
  return signing && { url, headers: settings.signature.preset === "generic" ? apiKeyHeader : {}, signing };
};

import type { IngestionEndpoint } from "#contract/endpoints.ts";
import type { EndpointSettings } from "#domain/ingestion/settings.ts";

/**
 * How a sender signs. Both templates hold names in `${}`: t (a timestamp), id, body, url and signature. So written,
 * they are right in JavaScript and in a shell.
 */
export type Signing = {
  stamp?: "seconds" | "milliseconds";
  hasId?: true;
  signed: string;
  /** A key in base64 is made bytes of first. */
  key: "text" | "base64";
  encoding: "hex" | "base64";
  headers: Record<string, string>;
};

// biome-ignore-start lint/suspicious/noTemplateCurlyInString: the names in these are filled in by the sender's own code
const signBody = (header: string, encoding: Signing["encoding"], prefix: string): Signing => ({
  signed: "${body}",
  key: "text",
  encoding,
  headers: { [header]: `${prefix}\${signature}` },
});

const genericSigning = ({
  header,
  encoding,
  prefix,
  timestampHeader,
}: EndpointSettings["signature"]): Signing =>
  timestampHeader === null
    ? signBody(header, encoding, prefix)
    : {
        ...signBody(header, encoding, prefix),
        stamp: "seconds",
        signed: "${t}.${body}",
        headers: { [timestampHeader]: "${t}", [header]: `${prefix}\${signature}` },
      };

/** How this endpoint's sender signs; nothing where only its vendor can. */
const signingFor = (settings: EndpointSettings["signature"]): Signing | undefined => {
  switch (settings.preset) {
    case "generic":
      return genericSigning(settings);
    case "github":
    case "meta":
      return signBody("x-hub-signature-256", "hex", "sha256=");
    case "shopify":
      return signBody("x-shopify-hmac-sha256", "base64", "");
    case "stripe":
      return {
        stamp: "seconds",
        signed: "${t}.${body}",
        key: "text",
        encoding: "hex",
        headers: { "stripe-signature": "t=${t},v1=${signature}" },
      };
    case "standard_webhooks":
      return {
        stamp: "seconds",
        hasId: true,
        signed: "${id}.${t}.${body}",
        key: "base64",
        encoding: "base64",
        headers: {
          "webhook-id": "${id}",
          "webhook-timestamp": "${t}",
          "webhook-signature": "v1,${signature}",
        },
      };
    case "hubspot":
      return {
        stamp: "milliseconds",
        signed: "POST${url}${body}${t}",
        key: "text",
        encoding: "base64",
        headers: { "x-hubspot-request-timestamp": "${t}", "x-hubspot-signature-v3": "${signature}" },
      };
    case "twilio":
      return undefined;
  }
};
// biome-ignore-end lint/suspicious/noTemplateCurlyInString: see above

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

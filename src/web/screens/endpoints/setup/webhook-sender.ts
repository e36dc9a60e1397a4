import type { IngestionEndpoint } from "#contract/endpoints.ts";
import type { EndpointSettings } from "#domain/ingestion/settings.ts";

/**
 * How a sender signs. `signed` and `headers` contain the placeholders `${t}` (timestamp), `${id}`, `${body}`, `${url}`
 * and `${signature}`, which are valid in JavaScript template literals and in a shell.
 */
export type Signing = {
  timestampUnit?: "seconds" | "milliseconds";
  hasId?: true;
  signed: string;
  /** A base64 key is decoded before use. */
  key: "text" | "base64";
  encoding: "hex" | "base64";
  headers: Record<string, string>;
};

// biome-ignore-start lint/suspicious/noTemplateCurlyInString: the sender's code fills in the placeholders
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
        timestampUnit: "seconds",
        signed: "${t}.${body}",
        headers: { [timestampHeader]: "${t}", [header]: `${prefix}\${signature}` },
      };

/** Undefined when only the vendor can produce the signature. */
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
        timestampUnit: "seconds",
        signed: "${t}.${body}",
        key: "text",
        encoding: "hex",
        headers: { "stripe-signature": "t=${t},v1=${signature}" },
      };
    case "standard_webhooks":
      return {
        timestampUnit: "seconds",
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
        timestampUnit: "milliseconds",
        signed: "POST${url}${body}${t}",
        key: "text",
        encoding: "base64",
        headers: { "x-hubspot-request-timestamp": "${t}", "x-hubspot-signature-v3": "${signature}" },
      };
    case "slack":
      return {
        timestampUnit: "seconds",
        signed: "v0:${t}:${body}",
        key: "text",
        encoding: "hex",
        headers: { "x-slack-request-timestamp": "${t}", "x-slack-signature": "v0=${signature}" },
      };
    case "twilio":
      return undefined;
  }
};
// biome-ignore-end lint/suspicious/noTemplateCurlyInString: see above

export type WebhookSender = {
  url: string;
  headers: Record<string, string>;
  basic?: string;
  signing?: Signing;
};

/** Snippets contain placeholders because secrets are never sent to the browser. */
export const placeholders = {
  key: "YOUR_API_KEY",
  secret: "YOUR_SECRET_KEY",
  password: "YOUR_PASSWORD",
  token: "YOUR_TOKEN",
} as const;

export const exampleBody = { first_name: "Ana", email: "ana@example.com", phone: "+1 787 555 0148" };

const apiKeyHeader = { "x-api-key": placeholders.key };

/** Undefined when the endpoint has no webhook URL or only the vendor can sign. */
export const toWebhookSender = (endpoint: IngestionEndpoint): WebhookSender | undefined => {
  const { webhookUrl: url, authMethod, settings } = endpoint;
  if (url === null) return undefined;
  if (authMethod === "none") return { url, headers: {} };
  if (authMethod === "api_key") return { url, headers: apiKeyHeader };
  if (authMethod === "basic")
    return { url, headers: {}, basic: `${settings.username ?? "USER"}:${placeholders.password}` };
  if (authMethod === "oauth") return { url, headers: { authorization: `Bearer ${placeholders.token}` } };
  const signing = signingFor(settings.signature);
  // Vendor presets only sign; they do not send the API key.
  return signing && { url, headers: settings.signature.preset === "generic" ? apiKeyHeader : {}, signing };
};

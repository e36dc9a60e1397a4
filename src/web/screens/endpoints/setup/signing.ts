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
export const signingFor = (settings: EndpointSettings["signature"]): Signing | undefined => {
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

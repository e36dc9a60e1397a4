import type { SignaturePreset } from "#domain/ingestion/settings.ts";
import { timingSafeEqualBytes } from "#server/constant-time.ts";
import { hmac, readDigest } from "#server/pipeline/ingest/webhook/signature-format.ts";
import {
  nonEmptyText,
  refused,
  type SignatureScheme,
  signedBy,
} from "#server/pipeline/ingest/webhook/verification.ts";

type BodyDigest = { id: SignaturePreset; header: string; prefix?: string };

/** HMAC-SHA256 of the body in one header. Without a timestamp, the same body is the same delivery. */
export const bodyDigest = ({ id, header, prefix = "" }: BodyDigest): SignatureScheme => ({
  id,
  check: ({ headers, rawBody: sent }, secrets) => {
    const signature = nonEmptyText(headers[header]);
    if (signature === undefined) return refused("signature_missing");
    const digest = signature.startsWith(prefix) ? readDigest(signature.slice(prefix.length)) : undefined;
    return digest && secrets.some((secret) => timingSafeEqualBytes(digest, hmac("sha256", secret, sent)))
      ? signedBy(digest)
      : refused("signature_wrong");
  },
});

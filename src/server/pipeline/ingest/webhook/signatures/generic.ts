import { timingSafeEqualBytes } from "#server/constant-time.ts";
import {
  hmac,
  isFresh,
  readDigest,
  readTimestamp,
} from "#server/pipeline/ingest/webhook/signature-format.ts";
import {
  nonEmptyText,
  refused,
  type SignatureScheme,
  signedBy,
} from "#server/pipeline/ingest/webhook/verification.ts";

const withoutPrefix = (text: string, prefix: string): string => {
  if (prefix !== "" && text.startsWith(prefix)) return text.slice(prefix.length);
  return text.startsWith("sha256=") ? text.slice("sha256=".length) : text;
};

/**
 * HMAC-SHA256 of the body in a configurable header. Hex and base64 cannot be confused and a prefix weakens neither,
 * so both are accepted whatever the settings say.
 */
export const generic: SignatureScheme = {
  id: "generic",
  requiresKey: true,
  check: (
    { headers, rawBody: sent },
    secrets,
    { header, prefix, timestampHeader, toleranceSeconds },
    now,
  ) => {
    const signature = nonEmptyText(headers[header]);
    const timestamp = timestampHeader === null ? undefined : nonEmptyText(headers[timestampHeader]);
    if (signature === undefined) return refused("signature_missing");
    if (timestampHeader !== null && timestamp === undefined) return refused("signature_missing");
    const digest = readDigest(withoutPrefix(signature, prefix));
    const signed = timestamp === undefined ? [sent] : [`${timestamp}.`, sent];
    if (
      !digest ||
      !secrets.some((secret) => timingSafeEqualBytes(digest, hmac("sha256", secret, ...signed)))
    ) {
      return refused("signature_wrong");
    }
    if (timestampHeader === null) return signedBy(digest);
    const at = readTimestamp(timestamp);
    return at !== undefined && isFresh(at, now, toleranceSeconds)
      ? signedBy(digest)
      : refused("timestamp_outside");
  },
};

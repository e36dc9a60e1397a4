import { timingSafeEqualBytes } from "#server/constant-time.ts";
import { hmac, readDigest } from "#server/pipeline/ingest/webhook/compare.ts";
import { accepted, given, refuse, type SignatureScheme } from "#server/pipeline/ingest/webhook/hook.ts";
import { isFresh, readTimestamp } from "#server/pipeline/ingest/webhook/timestamp.ts";

const withoutPrefix = (text: string, prefix: string): string => {
  if (prefix !== "" && text.startsWith(prefix)) return text.slice(prefix.length);
  return text.startsWith("sha256=") ? text.slice("sha256=".length) : text;
};

/**
 * HMAC-SHA256 of the body in a header of one's own, as hex or base64. Hex and base64 cannot be taken for each
 * other, nor can a prefix weaken either, so both are read whatever the settings name.
 */
export const generic: SignatureScheme = {
  id: "generic",
  asksForKey: true,
  check: ({ headers, sent }, secrets, { header, prefix, timestampHeader, toleranceSeconds }, now) => {
    const signature = given(headers[header]);
    const timestamp = timestampHeader === null ? undefined : given(headers[timestampHeader]);
    if (signature === undefined) return refuse("signature_missing");
    if (timestampHeader !== null && timestamp === undefined) return refuse("signature_missing");
    const digest = readDigest(withoutPrefix(signature, prefix));
    const signed = timestamp === undefined ? [sent] : [`${timestamp}.`, sent];
    if (
      !digest ||
      !secrets.some((secret) => timingSafeEqualBytes(digest, hmac("sha256", secret, ...signed)))
    ) {
      return refuse("signature_wrong");
    }
    if (timestampHeader === null) return accepted;
    const at = readTimestamp(timestamp);
    return at !== undefined && isFresh(at, now, toleranceSeconds) ? accepted : refuse("timestamp_outside");
  },
};

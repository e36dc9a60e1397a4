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

const prefix = "v0=";

/** `x-slack-signature: v0=…` over version, timestamp and body. */
export const slack: SignatureScheme = {
  id: "slack",
  check: ({ headers, rawBody: sent }, secrets, { toleranceSeconds }, now) => {
    const signature = nonEmptyText(headers["x-slack-signature"]);
    const timestamp = nonEmptyText(headers["x-slack-request-timestamp"]);
    if (signature === undefined || timestamp === undefined) return refused("signature_missing");
    const at = readTimestamp(timestamp);
    const digest = signature.startsWith(prefix) ? readDigest(signature.slice(prefix.length)) : undefined;
    if (at === undefined || digest === undefined) return refused("signature_wrong");
    const expected = secrets
      .map((secret) => hmac("sha256", secret, `v0:${timestamp}:`, sent))
      .find((candidate) => timingSafeEqualBytes(digest, candidate));
    if (!expected) return refused("signature_wrong");
    return isFresh(at, now, toleranceSeconds) ? signedBy(expected) : refused("timestamp_outside");
  },
};

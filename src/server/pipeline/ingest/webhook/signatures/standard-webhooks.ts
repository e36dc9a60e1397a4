import { createHash } from "node:crypto";
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
  type WebhookRequest,
} from "#server/pipeline/ingest/webhook/verification.ts";

const base64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/** `whsec_` and base64; what is no base64 was never made for this and is taken as it is. */
const signingKey = (secret: string): Buffer => {
  const text = secret.startsWith("whsec_") ? secret.slice("whsec_".length) : secret;
  return text !== "" && base64.test(text) ? Buffer.from(text, "base64") : Buffer.from(secret);
};

/** Svix, whose way this was before it became a standard, still names the headers after itself. */
const readHeaders = ({ headers }: WebhookRequest) => {
  const from = headers["webhook-signature"] === undefined ? "svix" : "webhook";
  return {
    id: nonEmptyText(headers[`${from}-id`]),
    timestamp: nonEmptyText(headers[`${from}-timestamp`]),
    signatures: nonEmptyText(headers[`${from}-signature`]),
  };
};

/** Short enough for an index, whatever was sent. */
const keyOf = (id: string): string => (id.length <= 200 ? id : createHash("sha256").update(id).digest("hex"));

export const standardWebhooks: SignatureScheme = {
  id: "standard_webhooks",
  check: (request, secrets, { toleranceSeconds }, now) => {
    const { id, timestamp, signatures } = readHeaders(request);
    if (!id || !timestamp || !signatures) return refused("signature_missing");
    const digests = signatures
      .split(" ")
      .map((one) => (one.startsWith("v1,") ? readDigest(one.slice("v1,".length)) : undefined))
      .filter((digest) => digest !== undefined);
    const isSigned = secrets.some((secret) => {
      const expected = hmac("sha256", signingKey(secret), `${id}.${timestamp}.`, request.rawBody);
      return digests.some((digest) => timingSafeEqualBytes(digest, expected));
    });
    if (!isSigned) return refused("signature_wrong");
    const at = readTimestamp(timestamp);
    if (at === undefined || !isFresh(at, now, toleranceSeconds)) return refused("timestamp_outside");
    return { ok: true, replayKey: keyOf(id) };
  },
};

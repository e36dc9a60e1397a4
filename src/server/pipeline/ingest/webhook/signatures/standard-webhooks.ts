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

/** `whsec_` and base64. A secret that is not base64 is used as text. */
const signingKey = (secret: string): Buffer => {
  const text = secret.startsWith("whsec_") ? secret.slice("whsec_".length) : secret;
  return text !== "" && base64.test(text) ? Buffer.from(text, "base64") : Buffer.from(secret);
};

/** Svix, where the standard comes from, uses its own header names. */
const readHeaders = ({ headers }: WebhookRequest) => {
  const prefix = headers["webhook-signature"] === undefined ? "svix" : "webhook";
  return {
    id: nonEmptyText(headers[`${prefix}-id`]),
    timestamp: nonEmptyText(headers[`${prefix}-timestamp`]),
    signatures: nonEmptyText(headers[`${prefix}-signature`]),
  };
};

/** Short enough for an index. */
const toReplayKey = (id: string): string =>
  id.length <= 200 ? id : createHash("sha256").update(id).digest("hex");

export const standardWebhooks: SignatureScheme = {
  id: "standard_webhooks",
  check: (request, secrets, { toleranceSeconds }, now) => {
    const { id, timestamp, signatures } = readHeaders(request);
    if (!id || !timestamp || !signatures) return refused("signature_missing");
    const digests = signatures
      .split(" ")
      .map((signature) =>
        signature.startsWith("v1,") ? readDigest(signature.slice("v1,".length)) : undefined,
      )
      .filter((digest) => digest !== undefined);
    const isSigned = secrets.some((secret) => {
      const expected = hmac("sha256", signingKey(secret), `${id}.${timestamp}.`, request.rawBody);
      return digests.some((digest) => timingSafeEqualBytes(digest, expected));
    });
    if (!isSigned) return refused("signature_wrong");
    const at = readTimestamp(timestamp);
    if (at === undefined || !isFresh(at, now, toleranceSeconds)) return refused("timestamp_outside");
    return { ok: true, replayKey: toReplayKey(id) };
  },
};

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

/** `t=…,v1=…`, with several v1 while a secret is being replaced. Other versions are ignored. */
const readHeader = (text: string): { timestamp: string | undefined; digests: Buffer[] } => {
  const pairs = text.split(",").map((pair) => pair.trim().split("=", 2));
  return {
    timestamp: pairs.find(([name]) => name === "t")?.[1],
    digests: pairs
      .map(([name, value = ""]) => (name === "v1" ? readDigest(value) : undefined))
      .filter((digest) => digest !== undefined),
  };
};

/** Stripe signs each retry anew; the id of the event, with which its bodies begin, stays the same. */
const leadingEventId = /^\s*\{\s*"id"\s*:\s*"(evt_\w{1,100})"/;
const maxIdPosition = 200;

export const stripe: SignatureScheme = {
  id: "stripe",
  check: ({ headers, rawBody: sent }, secrets, { toleranceSeconds }, now) => {
    const header = nonEmptyText(headers["stripe-signature"]);
    if (header === undefined) return refused("signature_missing");
    const { timestamp, digests } = readHeader(header);
    const at = readTimestamp(timestamp);
    if (at === undefined || digests.length === 0) return refused("signature_wrong");
    const expected = secrets
      .map((secret) => hmac("sha256", secret, `${timestamp}.`, sent))
      .find((candidate) => digests.some((digest) => timingSafeEqualBytes(digest, candidate)));
    if (!expected) return refused("signature_wrong");
    if (!isFresh(at, now, toleranceSeconds)) return refused("timestamp_outside");
    const [, eventId] = leadingEventId.exec(sent.toString("latin1", 0, maxIdPosition)) ?? [];
    return eventId === undefined ? signedBy(expected) : { ok: true, replayKey: eventId };
  },
};

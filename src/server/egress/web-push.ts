import { createECDH, createHash, randomBytes } from "node:crypto";
import type { PushMessage } from "#domain/push/push-message.ts";
import type { Egress, EgressFailure } from "./egress.ts";
import { type BrowserKeys, encryptPush } from "./push-encryption.ts";

/** The pair with which a browser's push service knows this installation (VAPID, RFC 8292), in base64url. */
export type PushKeys = { publicKey: string; privateKey: string };

export type PushTarget = BrowserKeys & { endpoint: string };
export type PushUrgency = "normal" | "high";

/** `gone`: the subscription has ended. `refused`: another attempt would be refused, too. */
export type PushOutcome =
  | { kind: "sent" }
  | { kind: "gone" }
  | { kind: "refused"; why: number | EgressFailure }
  | { kind: "failed"; why: number | EgressFailure; retryAfterMs: number | null };

const curve = "prime256v1";
const tokenSeconds = 12 * 3600;
const timeoutMs = 10_000;
const maxAnswerBytes = 4096;
/** Messages are padded to a multiple, so that their length tells little of their text. */
const paddedTo = 512;

export const createPushPrivateKey = (): string => {
  const pair = createECDH(curve);
  pair.generateKeys();
  // Without its leading zeros it would not be read as a key.
  return Buffer.from(pair.getPrivateKey("hex").padStart(64, "0"), "hex").toString("base64url");
};

export const pushKeysOf = (privateKey: string): PushKeys => {
  const pair = createECDH(curve);
  pair.setPrivateKey(Buffer.from(privateKey, "base64url"));
  return { privateKey, publicKey: pair.getPublicKey("base64url") };
};

/** Tells the push service who sends; it counts for this service only. */
const signToken = async (
  { publicKey, privateKey }: PushKeys,
  audience: string,
  contact: string,
  now: number,
): Promise<string> => {
  const { importJWK, SignJWT } = await import("jose");
  const point = Buffer.from(publicKey, "base64url");
  const key = await importJWK(
    {
      kty: "EC",
      crv: "P-256",
      x: point.subarray(1, 33).toString("base64url"),
      y: point.subarray(33).toString("base64url"),
      d: privateKey,
    },
    "ES256",
  );
  return new SignJWT({ sub: contact })
    .setProtectedHeader({ typ: "JWT", alg: "ES256" })
    .setAudience(audience)
    .setExpirationTime(Math.floor(now / 1000) + tokenSeconds)
    .sign(key);
};

const readRetryAfter = (header: string | undefined): number | null =>
  header !== undefined && /^\d{1,6}$/.test(header) ? Number(header) * 1000 : null;

const toOutcome = (status: number, headers: Record<string, string>): PushOutcome => {
  if (status >= 200 && status < 300) return { kind: "sent" };
  if (status === 404 || status === 410) return { kind: "gone" };
  return status === 429 || status >= 500
    ? { kind: "failed", why: status, retryAfterMs: readRetryAfter(headers["retry-after"]) }
    : { kind: "refused", why: status };
};

const isLasting = (failure: EgressFailure): boolean =>
  failure === "blocked" || failure === "invalid_url" || failure === "invalid_request";

const createSecrets = () => ({
  privateKey: Buffer.from(createPushPrivateKey(), "base64url"),
  salt: randomBytes(16),
});

type Delivery = {
  keys: PushKeys;
  /** An address under which the operator of the push service finds whoever runs this installation. */
  contact: string;
  target: PushTarget;
  message: PushMessage;
  urgency: PushUrgency;
  /** How long the push service keeps the message for a device that is off. */
  ttlSeconds: number;
  now: number;
  /** In tests the push service is a server of their own. */
  allow: "public" | "sandbox";
};

/** Sends one message to one browser, by its push service. */
export const sendWebPush = async (egress: Egress, delivery: Delivery): Promise<PushOutcome> => {
  const { keys, contact, target, message, urgency, ttlSeconds, now, allow } = delivery;
  const url = URL.parse(target.endpoint);
  if (!url) return { kind: "refused", why: "invalid_url" };
  const token = await signToken(keys, url.origin, contact, now);
  const text = Buffer.from(JSON.stringify(message));
  const padding = (paddedTo - (text.length % paddedTo)) % paddedTo;
  const answer = await egress.request({
    url: target.endpoint,
    method: "POST",
    headers: {
      authorization: `vapid t=${token}, k=${keys.publicKey}`,
      "content-encoding": "aes128gcm",
      "content-type": "application/octet-stream",
      ttl: String(ttlSeconds),
      urgency,
      // Of messages that wait for a device, the newest about a matter is kept.
      topic: createHash("sha256").update(message.tag).digest("base64url").slice(0, 32),
    },
    body: encryptPush(target, text, createSecrets(), padding),
    timeoutMs,
    maxBytes: maxAnswerBytes,
    answer: "beginning",
    allow,
  });
  if (answer.ok) return toOutcome(answer.status, answer.headers);
  const { failure } = answer;
  return isLasting(failure)
    ? { kind: "refused", why: failure }
    : { kind: "failed", why: failure, retryAfterMs: null };
};

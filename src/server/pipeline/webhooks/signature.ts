import { createHmac, createSecretKey, type KeyObject, randomBytes } from "node:crypto";

const prefix = "whsec_";
const secretBytes = 32;

export const createWebhookSecret = (): string => prefix + randomBytes(secretBytes).toString("base64");

/** Prepared once for many signatures: a key that is given as bytes costs four times the signature itself. */
export const webhookKey = (secret: string): KeyObject =>
  createSecretKey(Buffer.from(secret.slice(prefix.length), "base64"));

/**
 * The headers of Standard Webhooks. Each key signs, so that a receiver who knows the old or the new secret can verify;
 * the id stays the same over all attempts.
 */
export const signWebhook = (
  keys: readonly KeyObject[],
  { id, timestamp, body }: { id: string; timestamp: number; body: string },
): Record<"webhook-id" | "webhook-timestamp" | "webhook-signature", string> => {
  const content = `${id}.${timestamp}.${body}`;
  const signatures = keys.map((key) => `v1,${createHmac("sha256", key).update(content).digest("base64")}`);
  return {
    "webhook-id": id,
    "webhook-timestamp": String(timestamp),
    "webhook-signature": signatures.join(" "),
  };
};

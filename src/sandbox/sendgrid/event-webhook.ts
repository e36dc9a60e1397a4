import { generateKeyPairSync, randomBytes, sign } from "node:crypto";
import type { SandboxContext } from "#sandbox/context.ts";

export type SimulatedMailEvent = {
  email: string;
  event: string;
  sg_message_id: string;
  reason?: string;
  status?: string;
  type?: string;
  bounce_classification?: string;
  response?: string;
  attempt?: string;
  asm_group_id?: number;
};

const header = "x-twilio-email-event-webhook";
const retryDelaysMs = [500, 2000, 8000];

export const newEventId = (event: string): string => `${event}-${randomBytes(12).toString("base64url")}`;

/** ECDSA over the timestamp and the body, as DER in base64. */
export const signEvents = (privateKey: string, timestamp: string, body: string): string =>
  sign("sha256", Buffer.from(timestamp + body), privateKey).toString("base64");

/** Posts a batch of events to the business. It is repeated, with a new signature, until the business takes it. */
export const postEvents = async (
  { callbacks, settings, wait }: SandboxContext,
  events: readonly object[],
  forged = false,
): Promise<void> => {
  const url = settings.webhooks.sendgrid;
  const ownKey = settings.secrets.sendgrid;
  if (!url || !ownKey) return;
  const otherKey = () =>
    generateKeyPairSync("ec", { namedCurve: "prime256v1" })
      .privateKey.export({ format: "pem", type: "pkcs8" })
      .toString();
  const body = JSON.stringify(events);
  for (const delayMs of [0, ...retryDelaysMs]) {
    if (delayMs > 0) await wait(delayMs);
    const timestamp = String(Math.floor(Date.now() / 1000));
    const response = await callbacks.post({
      vendor: "sendgrid",
      url,
      headers: {
        "content-type": "application/json",
        [`${header}-signature`]: signEvents(forged ? otherKey() : ownKey, timestamp, body),
        [`${header}-timestamp`]: timestamp,
      },
      body,
    });
    if (forged || (response && response.status < 500)) return;
  }
};

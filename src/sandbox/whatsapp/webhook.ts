import { createHmac } from "node:crypto";
import type { World } from "#sandbox/world.ts";

export type Dialect = "meta" | "360dialog" | "wati";

/** Meta's signature over the bytes that are sent. */
export const hubSignature = (secret: string, body: string): string =>
  `sha256=${createHmac("sha256", secret).update(body).digest("hex")}`;

/** What a service was told to tell: an address, and headers of the caller's own (360dialog). */
export type Subscription = { url: string; headers?: Record<string, string> };

export type Webhook = {
  subscribe: (subscription: Subscription | undefined) => void;
  subscription: () => Subscription | undefined;
  post: (body: unknown, forged?: boolean) => Promise<void>;
};

const retriesMs = [500, 2000, 8000];

export const createWebhook = (world: World, dialect: Dialect): Webhook => {
  let own: Subscription | undefined;
  const subscription = (): Subscription | undefined => {
    const { webhooks } = world.settings;
    const url = webhooks[`whatsapp/${dialect}`] ?? webhooks.whatsapp;
    return own ?? (url ? { url } : undefined);
  };
  return {
    subscribe: (given) => {
      own = given;
    },
    subscription,
    post: async (content, forged = false) => {
      const target = subscription();
      if (!target) return;
      const body = JSON.stringify(content);
      const secret = forged ? "not the secret" : (world.settings.secrets.whatsapp ?? "sandbox");
      const headers = {
        "content-type": "application/json",
        // Only Meta signs; the others rely on a header or an address that nobody else knows.
        ...(dialect === "meta" ? { "x-hub-signature-256": hubSignature(secret, body) } : {}),
        ...(forged ? {} : target.headers),
      };
      // What is not taken is brought again, later and later.
      for (const pause of [0, ...retriesMs]) {
        if (pause > 0) await world.wait(pause);
        const answer = await world.callbacks.post({ vendor: "whatsapp", url: target.url, headers, body });
        if (forged || (answer && answer.status < 300)) return;
        // An answer that says "not for me" will not change.
        if (answer && answer.status < 500 && answer.status !== 429) return;
      }
    },
  };
};

import { createHmac } from "node:crypto";
import type { SandboxContext } from "#sandbox/context.ts";

export type SimulatedWhatsappProvider = "meta" | "360dialog" | "wati";

/** `X-Hub-Signature-256` over the request body. */
export const hubSignature = (secret: string, body: string): string =>
  `sha256=${createHmac("sha256", secret).update(body).digest("hex")}`;

/** The registered address, and at 360dialog the caller's own headers. */
export type WebhookSubscription = { url: string; headers?: Record<string, string> };

export type WhatsappWebhook = {
  subscribe: (subscription: WebhookSubscription | undefined) => void;
  subscription: () => WebhookSubscription | undefined;
  post: (body: unknown, forged?: boolean) => Promise<void>;
};

const retryDelaysMs = [500, 2000, 8000];

export const createWhatsappWebhook = (
  context: SandboxContext,
  provider: SimulatedWhatsappProvider,
): WhatsappWebhook => {
  let registered: WebhookSubscription | undefined;
  const subscription = (): WebhookSubscription | undefined => {
    const { webhooks } = context.settings;
    const url = webhooks[`whatsapp/${provider}`] ?? webhooks.whatsapp;
    return registered ?? (url ? { url } : undefined);
  };
  return {
    subscribe: (next) => {
      registered = next;
    },
    subscription,
    post: async (content, forged = false) => {
      const target = subscription();
      if (!target) return;
      const body = JSON.stringify(content);
      const secret = forged ? "not the secret" : (context.settings.secrets.whatsapp ?? "sandbox");
      const headers = {
        "content-type": "application/json",
        // Only Meta signs. The other providers rely on a secret header or address.
        ...(provider === "meta" ? { "x-hub-signature-256": hubSignature(secret, body) } : {}),
        ...(forged ? {} : target.headers),
      };
      // Server errors and rate limits are retried with growing delays; other client errors are final.
      for (const delayMs of [0, ...retryDelaysMs]) {
        if (delayMs > 0) await context.wait(delayMs);
        const response = await context.callbacks.post({ vendor: "whatsapp", url: target.url, headers, body });
        if (forged || (response && response.status < 300)) return;
        if (response && response.status < 500 && response.status !== 429) return;
      }
    },
  };
};

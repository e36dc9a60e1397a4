import { createHmac } from "node:crypto";
import type { SandboxContext } from "#sandbox/context.ts";

export type WhatsappProvider = "meta" | "360dialog" | "wati";

/** Meta's signature over the bytes that are sent. */
export const hubSignature = (secret: string, body: string): string =>
  `sha256=${createHmac("sha256", secret).update(body).digest("hex")}`;

/** What a service was told to tell: an address, and headers of the caller's own (360dialog). */
export type WebhookSubscription = { url: string; headers?: Record<string, string> };

export type WhatsappWebhook = {
  subscribe: (subscription: WebhookSubscription | undefined) => void;
  subscription: () => WebhookSubscription | undefined;
  post: (body: unknown, forged?: boolean) => Promise<void>;
};

const retryDelaysMs = [500, 2000, 8000];

export const createWhatsappWebhook = (
  context: SandboxContext,
  dialect: WhatsappProvider,
): WhatsappWebhook => {
  let own: WebhookSubscription | undefined;
  const subscription = (): WebhookSubscription | undefined => {
    const { webhooks } = context.settings;
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
      const secret = forged ? "not the secret" : (context.settings.secrets.whatsapp ?? "sandbox");
      const headers = {
        "content-type": "application/json",
        // Only Meta signs; the others rely on a header or an address that nobody else knows.
        ...(dialect === "meta" ? { "x-hub-signature-256": hubSignature(secret, body) } : {}),
        ...(forged ? {} : target.headers),
      };
      // What is not taken is brought again, later and later.
      for (const pause of [0, ...retryDelaysMs]) {
        if (pause > 0) await context.wait(pause);
        const answer = await context.callbacks.post({ vendor: "whatsapp", url: target.url, headers, body });
        if (forged || (answer && answer.status < 300)) return;
        // An answer that says "not for me" will not change.
        if (answer && answer.status < 500 && answer.status !== 429) return;
      }
    },
  };
};

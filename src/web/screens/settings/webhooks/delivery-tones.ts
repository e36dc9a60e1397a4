import type { WebhookDeliveryState } from "#domain/webhooks/subscription.ts";

export const deliveryTones = {
  queued: "quiet",
  behind: "quiet",
  retrying: "warn",
  delivered: "ok",
  failed: "bad",
} as const satisfies Record<WebhookDeliveryState, string>;

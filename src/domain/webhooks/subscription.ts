export const webhookStates = ["active", "paused"] as const;
export type WebhookState = (typeof webhookStates)[number];

/** Why a subscription is paused. */
export const webhookPauseReasons = ["operator", "gone", "failing", "filter"] as const;
export type WebhookPauseReason = (typeof webhookPauseReasons)[number];

/**
 * `queued`: to be sent. `retrying`: an attempt failed and another follows. `behind`: waits for an earlier event of the
 * same person that is being retried. `failed`: no further attempt follows by itself.
 */
export const webhookDeliveryStates = ["queued", "retrying", "behind", "delivered", "failed"] as const;
export type WebhookDeliveryState = (typeof webhookDeliveryStates)[number];

/** How long events and the log of their deliveries are kept. */
export const webhookLogDays = 30;

/** How long the previous secret still signs after a rotation. */
export const webhookSecretOverlapMs = 24 * 3_600_000;

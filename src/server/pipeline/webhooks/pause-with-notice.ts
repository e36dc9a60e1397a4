import type { WebhookPauseReason } from "#domain/webhooks/subscription.ts";
import { system } from "#server/audit/entry.ts";
import { pauseSubscription } from "#server/store/webhooks/delivery-queue.ts";
import { addNotifications } from "#server/store/workspace/notifications.ts";
import type { Write } from "#server/store/write.ts";

/** Pauses a subscription whose receiver does not take events. They wait until an operator resumes it. */
export const pauseWithNotice = (
  write: Write,
  { id, name }: { id: string; name: string },
  reason: Exclude<WebhookPauseReason, "operator">,
): Promise<void> =>
  write(system, async ({ tx, audit, touch }) => {
    if (!(await pauseSubscription(tx, id, reason))) return;
    await addNotifications(tx, [
      { kind: "webhook_paused", params: { name, reason }, link: "/settings?tab=webhooks" },
    ]);
    audit({
      eventType: "failed_action",
      entityType: "webhook",
      entityId: id,
      details: { kind: "thing", verb: "paused", thing: "webhook", name },
      metadata: { reason },
    });
    touch("webhooks", "notifications");
  });

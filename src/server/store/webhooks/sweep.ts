import { sql } from "drizzle-orm";
import { webhookLogDays } from "#domain/webhooks/subscription.ts";
import type { Tx } from "#server/db/database.ts";

/** Deletes events that are older than the log, with their deliveries; returns how many. */
export const deleteOldEvents = async (tx: Tx, limit: number): Promise<number> => {
  const { rowCount } = await tx.execute(sql`
    DELETE FROM webhook_events WHERE id IN (
      SELECT id FROM webhook_events WHERE created_at < now() - make_interval(days => ${webhookLogDays})
       ORDER BY created_at LIMIT ${limit})`);
  return rowCount ?? 0;
};

/** Deletes deliveries of deleted subscriptions; returns how many. */
export const deleteAbandoned = async (tx: Tx, limit: number): Promise<number> => {
  const { rowCount } = await tx.execute(sql`
    DELETE FROM webhook_deliveries d USING (
      SELECT d.event_id, d.subscription_id FROM webhook_subscriptions s
        JOIN webhook_deliveries d ON d.subscription_id = s.id
       WHERE s.deleted_at IS NOT NULL LIMIT ${limit}) gone
     WHERE d.event_id = gone.event_id AND d.subscription_id = gone.subscription_id`);
  return rowCount ?? 0;
};

/**
 * Deletes the rest of deleted subscriptions. An hour later, because a transaction that saw the subscription may still
 * add deliveries. What waits behind an event that is gone is let go.
 */
export const finishWebhookSweep = async (tx: Tx): Promise<void> => {
  await tx.execute(sql`
    DELETE FROM webhook_subscriptions s WHERE s.deleted_at < now() - interval '1 hour'
       AND NOT EXISTS (SELECT FROM webhook_deliveries d WHERE d.subscription_id = s.id)`);
  await tx.execute(sql`
    DELETE FROM webhook_hours h WHERE h.hour < now() - make_interval(days => ${webhookLogDays})
        OR NOT EXISTS (SELECT FROM webhook_subscriptions s WHERE s.id = h.subscription_id)`);
  await tx.execute(sql`
    UPDATE webhook_deliveries d SET state = 'queued', person_id = NULL
     WHERE d.state = 'behind' AND NOT EXISTS (
       SELECT FROM webhook_deliveries r WHERE r.person_id = d.person_id AND r.subscription_id = d.subscription_id
          AND r.state = 'retrying')`);
};

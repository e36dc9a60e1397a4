import { sql } from "drizzle-orm";
import type { Tx } from "#server/db/database.ts";

/**
 * Makes test sends of what the demo sent and keeps: outside the demo it must not look sent, delivered or paid.
 * Statements that a later one depends on come first.
 */
export const relabelDemoSends = async (tx: Tx): Promise<void> => {
  await tx.execute(sql`
    DELETE FROM timeline WHERE event_type IN ('message_delivered', 'message_read')
       AND caused_by IN (SELECT id FROM actions WHERE simulation = 'demo')`);
  await tx.execute(sql`
    UPDATE timeline SET event_type = 'message_simulated', metadata = coalesce(metadata, '{}') || '{"simulated": true}'
     WHERE event_type = 'message_sent' AND caused_by IN (SELECT id FROM actions WHERE simulation = 'demo')`);
  await tx.execute(sql`
    DELETE FROM usage WHERE action_id IN (SELECT id FROM actions WHERE simulation = 'demo')
       OR id IN (SELECT id FROM ai_calls WHERE simulation = 'demo')`);
  await tx.execute(sql`
    UPDATE actions SET simulation = 'test', status = send_status(status, 'test'), price = NULL, price_due_at = NULL
     WHERE simulation = 'demo'`);
};

import { sql } from "drizzle-orm";
import type { Tx } from "#server/db/database.ts";
import { allowErasing } from "#server/store/people/erase-people.ts";

/**
 * Outside the demo, opt-ins and confirmations that a simulator reported count for nothing. Real ones of the demo cannot
 * be told from them, so a person who opted in there stays opted out until they do it again.
 */
const withdrawDemoConsents = async (tx: Tx): Promise<void> => {
  await allowErasing(tx);
  await tx.execute(
    sql`UPDATE suppressions SET simulated = true WHERE state = 'released' AND source = 'reply' AND NOT simulated`,
  );
  await tx.execute(sql`
    INSERT INTO consent_records (person_id, channel, purpose, state, written, method, proof, caused_by)
    SELECT person_id, channel, purpose, 'unproven', written, method, proof || '{"confirmed": false}', caused_by
      FROM (SELECT DISTINCT ON (person_id, channel, purpose) * FROM consent_records
             ORDER BY person_id, channel, purpose, created_at DESC, id DESC) newest
     WHERE state = 'granted' AND method = 'form' AND EXISTS (
           SELECT FROM actions a WHERE a.person_id = newest.person_id AND a.caused_by = newest.caused_by
              AND a.simulation = 'demo' AND a.config ? 'confirms')`);
};

/**
 * Makes test sends of what the demo sent and keeps: outside the demo it must not look sent, delivered or paid.
 * Statements that a later one depends on come first.
 */
export const relabelDemoSends = async (tx: Tx): Promise<void> => {
  await withdrawDemoConsents(tx);
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

import { sql } from "drizzle-orm";
import type { Reader, Tx } from "#server/db/database.ts";
import type { ReadEvent } from "./recording.ts";

/** An event of a channel that no worker has worked off yet. */
export type WaitingMessage = { id: string; endpointId: string; raw: unknown };

// The queries order by `uuid_send(id)` for the sake of its index, which has the messages of one channel together. By
// `id`, the planner would also take an index in which they stand among the events of all endpoints.

/** More than work at the same time, so that at least one of so many messages is not locked. */
const maxOldest = 40;

/**
 * The oldest message that waits, locked until the transaction ends. Rows that another worker has locked are skipped, and
 * a message waits for those that the same sender wrote before, so that they keep their order: whoever has written several
 * of the oldest messages is asked for the first of them, and whose message is postponed for none. The oldest are found
 * once, because PostgreSQL would look for them again for each message that waits.
 */
export const claimWaitingMessage = async (
  tx: Tx,
  postponed: readonly string[],
): Promise<WaitingMessage | undefined> => {
  const { rows } = await tx.execute<WaitingMessage>(sql`
    WITH oldest AS MATERIALIZED (
      SELECT DISTINCT ON (n.id, w.sender) w.id
        FROM endpoints n
       CROSS JOIN LATERAL (
         SELECT e.id, e.raw_data ->> 'from' AS sender FROM ONLY events e
          WHERE e.validation_status = 'received' AND e.endpoint_id = n.id
            AND NOT EXISTS (SELECT FROM ONLY events p
                             WHERE p.id = ANY(${sql.param([...postponed])}::uuid[])
                               AND p.endpoint_id = n.id AND p.validation_status = 'received'
                               AND p.raw_data ->> 'from' IS NOT DISTINCT FROM e.raw_data ->> 'from')
          ORDER BY uuid_send(e.id) LIMIT ${maxOldest}) w
       WHERE n.channel IS NOT NULL
       ORDER BY n.id, w.sender, uuid_send(w.id))
    SELECT id, endpoint_id AS "endpointId", raw_data AS raw FROM ONLY events
     WHERE id = ANY(ARRAY(SELECT id FROM oldest)) AND validation_status = 'received'
     ORDER BY uuid_send(id) LIMIT 1 FOR UPDATE SKIP LOCKED`);
  return rows[0];
};

/** Cheap, because it is asked far more often than there is one. */
export const hasWaitingMessages = async (db: Reader): Promise<boolean> => {
  const { rows } = await db.execute(sql`
    SELECT FROM endpoints n
     CROSS JOIN LATERAL (SELECT FROM ONLY events e
                          WHERE e.validation_status = 'received' AND e.endpoint_id = n.id
                          ORDER BY uuid_send(e.id) LIMIT 1) waiting
     WHERE n.channel IS NOT NULL LIMIT 1`);
  return rows.length > 0;
};

/** Those of the addresses that wrote something which is not worked off yet: it may be an opt-out. */
export const findWaitingSenders = async (tx: Tx, addresses: string[]): Promise<Set<string>> => {
  const { rows } = await tx.execute<{ address: string }>(sql`
    SELECT DISTINCT waiting.address FROM endpoints n
     CROSS JOIN LATERAL (
       SELECT coalesce(e.raw_data ->> 'address', e.raw_data ->> 'from') AS address FROM ONLY events e
        WHERE e.validation_status = 'received' AND e.endpoint_id = n.id ORDER BY uuid_send(e.id) OFFSET 0) waiting
     WHERE n.channel IS NOT NULL AND waiting.address = ANY(${sql.param(addresses)}::text[])`);
  return new Set(rows.map(({ address }) => address));
};

export type RecordedMessage = Pick<
  ReadEvent,
  "id" | "personId" | "processed" | "piiDetected" | "status" | "problems"
>;

/** Saves what an event of a channel turned out to be. */
export const saveRecorded = async (tx: Tx, message: RecordedMessage): Promise<void> => {
  const { id, personId, processed, piiDetected, status, problems } = message;
  await tx.execute(sql`
    UPDATE ONLY events SET person_id = ${personId}, processed_data = ${JSON.stringify(processed)}::jsonb,
           pii_detected = ${piiDetected}, validation_status = ${status},
           problems = ${problems === null ? null : JSON.stringify(problems)}::jsonb
     WHERE id = ${id}`);
};

import { sql } from "drizzle-orm";
import type { Reader, Tx } from "#server/db/database.ts";
import type { ReadEvent } from "./recording.ts";

/** An event of a channel that no worker has worked off yet. */
export type WaitingMessage = { id: string; endpointId: string; raw: unknown };

// The queries order by `uuid_send(id)` for the sake of its index, which has the messages of one channel together. By
// `id`, the planner would also take an index in which they stand among the events of all endpoints.

/** More than work at the same time, so that at least one of so many messages is not locked. */
const maxWorkers = 50;

/**
 * The oldest message that waits, locked until the transaction ends. Rows that another worker has locked are skipped, and
 * a message waits for those that the same sender wrote before, so that they keep their order.
 */
export const claimWaitingMessage = async (
  tx: Tx,
  postponed: readonly string[],
): Promise<WaitingMessage | undefined> => {
  const { rows } = await tx.execute<WaitingMessage>(sql`
    SELECT e.id, e.endpoint_id AS "endpointId", e.raw_data AS raw
      FROM endpoints n
     CROSS JOIN LATERAL (
       SELECT w.id FROM ONLY events w
        WHERE w.validation_status = 'received' AND w.endpoint_id = n.id
          AND w.id <> ALL(${sql.param([...postponed])}::uuid[])
          AND w.id = (SELECT s.id FROM ONLY events s
                       WHERE s.validation_status = 'received' AND s.endpoint_id = n.id
                         AND s.raw_data ->> 'from' IS NOT DISTINCT FROM w.raw_data ->> 'from'
                       ORDER BY uuid_send(s.id) LIMIT 1)
        ORDER BY uuid_send(w.id) LIMIT ${maxWorkers}) oldest
      JOIN ONLY events e ON e.id = oldest.id AND e.validation_status = 'received'
     WHERE n.channel IS NOT NULL
     ORDER BY uuid_send(e.id) LIMIT 1 FOR UPDATE OF e SKIP LOCKED`);
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

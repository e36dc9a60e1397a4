import { sql } from "drizzle-orm";
import type pg from "pg";
import type { Tx } from "#server/db/database.ts";
import type { ReadEvent } from "./recording.ts";

/** An event of a channel that no worker has worked off yet. */
export type WaitingMessage = { id: string; raw: unknown };

/**
 * The oldest message that waits, locked until the transaction ends. Rows that another worker has locked are skipped, and
 * a message waits for those that the same sender wrote before, so that they keep their order.
 */
export const claimWaitingMessage = async (
  tx: Tx,
  postponed: readonly string[],
): Promise<WaitingMessage | undefined> => {
  const { rows } = await tx.execute<WaitingMessage>(sql`
    SELECT e.id, e.raw_data AS raw
      FROM ONLY events e JOIN endpoints n ON n.id = e.endpoint_id
     WHERE e.validation_status = 'received' AND n.channel IS NOT NULL
       AND e.id <> ALL(${sql.param([...postponed])}::uuid[])
       AND NOT EXISTS (SELECT FROM ONLY events earlier
                        WHERE earlier.validation_status = 'received' AND earlier.endpoint_id = e.endpoint_id
                          AND earlier.id < e.id AND earlier.raw_data ->> 'from' = e.raw_data ->> 'from')
     ORDER BY e.id LIMIT 1 FOR UPDATE OF e SKIP LOCKED`);
  return rows[0];
};

/** Cheap, because it is asked far more often than there is one. */
export const hasWaitingMessages = async (pool: pg.Pool): Promise<boolean> => {
  const { rows } = await pool.query<{ any: boolean }>({
    name: "has-waiting-messages",
    text: `SELECT EXISTS (SELECT FROM ONLY events e JOIN endpoints n ON n.id = e.endpoint_id
             WHERE e.validation_status = 'received' AND n.channel IS NOT NULL) AS any`,
  });
  return rows[0]?.any === true;
};

/** Those of the addresses that wrote something which is not worked off yet: it may be an opt-out. */
export const findWaitingSenders = async (tx: Tx, addresses: string[]): Promise<Set<string>> => {
  const { rows } = await tx.execute<{ address: string }>(sql`
    SELECT DISTINCT e.raw_data ->> 'from' AS address FROM ONLY events e JOIN endpoints n ON n.id = e.endpoint_id
     WHERE e.validation_status = 'received' AND n.channel IS NOT NULL
       AND e.raw_data ->> 'from' = ANY(${sql.param(addresses)}::text[])`);
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

import { sql } from "drizzle-orm";
import type { Database, Tx } from "#server/db/database.ts";
import { type NewEvent, newEventJson, type StoredEvent, withFirstIds } from "./events.ts";

/** A new event without a deduplication key needs no look at other events: it is inserted to be read later. */
export const isPlain = ({ deduplicationKey, status }: NewEvent): boolean =>
  deduplicationKey === null && status === "received";

const insertStatement = {
  name: "insert-unread",
  text: `INSERT INTO unread_events (id, endpoint_id, event_type, raw_data)
         SELECT id, endpoint_id, event_type, raw_data
           FROM json_to_recordset($1::json) AS row (id uuid, endpoint_id uuid, event_type text, raw_data jsonb)`,
};

const insertSignedStatement = {
  name: "insert-unread-signed",
  text: `WITH new AS MATERIALIZED (
           SELECT * FROM json_to_recordset($1::json) AS row (
             id uuid, endpoint_id uuid, event_type text, raw_data jsonb, replay_key text)),
         first_delivery AS (
           INSERT INTO replay_keys (endpoint_id, key, event_id)
           SELECT endpoint_id, replay_key, id FROM new WHERE replay_key IS NOT NULL
           ON CONFLICT DO NOTHING RETURNING event_id)
         INSERT INTO unread_events (id, endpoint_id, event_type, raw_data)
         SELECT id, endpoint_id, event_type, raw_data
           FROM new WHERE replay_key IS NULL OR id IN (SELECT event_id FROM first_delivery)
         RETURNING id`,
};

/**
 * Stores plain events in one statement, which commits by itself. A signed delivery that its endpoint has seen before is
 * not stored again; its id is then that of the first. The results are in the order of `events`.
 */
export const insertUnread = async (
  { pool, db }: Pick<Database, "pool" | "db">,
  events: readonly NewEvent[],
): Promise<StoredEvent[]> => {
  const values = [newEventJson(events)];
  if (events.every(({ replayKey }) => replayKey === null)) {
    await pool.query({ ...insertStatement, values });
    return events.map(({ id }) => ({ id, isNew: true }));
  }
  const { rows } = await pool.query<{ id: string }>({ ...insertSignedStatement, values });
  return withFirstIds(db, events, rows);
};

/**
 * The table has no foreign key, which would lock the endpoint's row for every event. Its rows are deleted before
 * their endpoint, because the reader that has claimed them needs the endpoint until it commits.
 */
export const deleteUnread = async (tx: Tx, endpointId: string): Promise<void> => {
  await tx.execute(sql`DELETE FROM unread_events WHERE endpoint_id = ${endpointId}`);
};

/** Deletes what was accepted while its endpoint was being deleted. */
export const deleteOrphanedUnread = async (tx: Tx): Promise<void> => {
  await tx.execute(sql`
    DELETE FROM unread_events u WHERE NOT EXISTS (SELECT FROM endpoints n WHERE n.id = u.endpoint_id)`);
};

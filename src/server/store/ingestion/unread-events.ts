import { sql } from "drizzle-orm";
import type pg from "pg";
import type { Tx } from "#server/db/database.ts";
import { type NewEvent, newEventJson, type StoredEvent } from "./events.ts";

/** A new event without keys needs no look at other events: it is inserted to be read later. */
export const isPlain = ({ deduplicationKey, replayKey, status }: NewEvent): boolean =>
  deduplicationKey === null && replayKey === null && status === "received";

const insertStatement = {
  name: "insert-unread",
  text: `INSERT INTO unread_events (id, endpoint_id, event_type, raw_data)
         SELECT id, endpoint_id, event_type, raw_data
           FROM json_to_recordset($1::json) AS row (id uuid, endpoint_id uuid, event_type text, raw_data jsonb)`,
};

/** Stores plain events in one statement, which commits by itself. */
export const insertUnread = async (pool: pg.Pool, events: readonly NewEvent[]): Promise<StoredEvent[]> => {
  await pool.query({ ...insertStatement, values: [newEventJson(events)] });
  return events.map(({ id }) => ({ id, isNew: true }));
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

import { sql } from "drizzle-orm";
import type { Reader, Tx } from "#server/db/database.ts";

export type QueuedPair = { id: number; personId: string | null; remoteId: string | null };

/** The oldest rows. They stay until what they ask for is done. */
export const readQueue = async (db: Reader, service: string, limit: number): Promise<QueuedPair[]> => {
  const { rows } = await db.execute<QueuedPair>(sql`
    SELECT id::float8 AS id, person_id AS "personId", remote_id AS "remoteId" FROM sync_queue
     WHERE service = ${service} ORDER BY sync_queue.id LIMIT ${limit}`);
  return rows;
};

export const deleteQueued = async (tx: Tx, ids: readonly number[]): Promise<void> => {
  if (ids.length === 0) return;
  await tx.execute(sql`DELETE FROM sync_queue WHERE id = ANY(${sql.param(ids)}::bigint[])`);
};

export const queueRemoteIds = async (
  tx: Tx,
  service: string,
  remoteIds: readonly string[],
): Promise<void> => {
  if (remoteIds.length === 0) return;
  await tx.execute(sql`
    INSERT INTO sync_queue (service, remote_id) SELECT ${service}, unnest(${sql.param(remoteIds)}::text[])`);
};

export const queuePeople = async (tx: Tx, service: string, personIds: readonly string[]): Promise<void> => {
  if (personIds.length === 0) return;
  await tx.execute(sql`
    INSERT INTO sync_queue (service, person_id) SELECT ${service}, unnest(${sql.param(personIds)}::uuid[])`);
};

import { type SQL, sql } from "drizzle-orm";
import type { Tx } from "#server/db/database.ts";
import { deleteUnusedBlobs } from "./blobs.ts";

/** Deletes the events of a subquery of ids, with their files; returns how many. */
export const deleteEvents = async (tx: Tx, ids: SQL): Promise<number> => {
  const { rows } = await tx.execute<{ id: string }>(sql`
    SELECT id FROM events WHERE id IN (${ids})`);
  if (rows.length === 0) return 0;
  const found = sql`ANY(${sql.param(rows.map(({ id }) => id))}::uuid[])`;
  const { rows: files } = await tx.execute<{ sha256: Buffer }>(sql`
    DELETE FROM event_files WHERE event_id = ${found} RETURNING sha256`);
  await deleteUnusedBlobs(
    tx,
    files.map(({ sha256 }) => sha256),
  );
  await tx.execute(sql`DELETE FROM messages WHERE id = ${found}`);
  await tx.execute(sql`DELETE FROM events WHERE id = ${found}`);
  return rows.length;
};

export const deleteEventsOfEndpoint = (tx: Tx, endpointId: string): Promise<number> =>
  deleteEvents(tx, sql`SELECT id FROM events WHERE endpoint_id = ${endpointId}`);

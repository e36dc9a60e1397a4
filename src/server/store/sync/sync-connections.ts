import { and, eq, sql } from "drizzle-orm";
import type { Reader, Tx } from "#server/db/database.ts";
import { syncChanges, syncConnections, syncLinks, syncQueue } from "#server/db/schema/sync.ts";

export type StoredSync = typeof syncConnections.$inferSelect;
export type SyncChange = Partial<typeof syncConnections.$inferInsert>;

export const findSync = async (db: Reader, service: string): Promise<StoredSync | undefined> => {
  const [row] = await db.select().from(syncConnections).where(eq(syncConnections.service, service));
  return row;
};

export const listSyncs = (
  db: Reader,
): Promise<Pick<StoredSync, "service" | "state" | "problem" | "lastSyncAt">[]> =>
  db
    .select({
      service: syncConnections.service,
      state: syncConnections.state,
      problem: syncConnections.problem,
      lastSyncAt: syncConnections.lastSyncAt,
    })
    .from(syncConnections);

/** The sync with its row locked; undefined where it is not there, or another worker has taken it over. */
export const lockSync = async (tx: Tx, service: string, fence?: string): Promise<StoredSync | undefined> => {
  const [row] = await tx
    .select()
    .from(syncConnections)
    .where(eq(syncConnections.service, service))
    // Changes of people refer to the row, and must not wait for a sync that may wait for their people.
    .for("no key update");
  return fence === undefined || row?.fence === fence ? row : undefined;
};

export const saveSync = async (tx: Tx, service: string, change: SyncChange): Promise<void> => {
  await tx
    .insert(syncConnections)
    .values({ ...change, service })
    .onConflictDoUpdate({ target: syncConnections.service, set: { ...change, updatedAt: sql`now()` } });
};

/** The progress of a run, which is no edit of an operator. */
export const saveSyncProgress = async (tx: Tx, service: string, change: SyncChange): Promise<void> => {
  await tx.update(syncConnections).set(change).where(eq(syncConnections.service, service));
};

/** What this transaction writes is not queued for the sync itself. */
export const markSyncing = async (tx: Tx, service: string): Promise<void> => {
  await tx.execute(sql`SELECT set_config('faro.syncing', ${service}, true)`);
};

/** Syncs that have something to do and no job waiting. */
export const findDueSyncs = async (tx: Tx, job: string): Promise<string[]> => {
  const { rows } = await tx.execute<{ service: string }>(sql`
    SELECT service FROM sync_connections s
     WHERE state = 'running'
       AND (coalesce(next_at, '-infinity') <= now()
            OR failures = 0 AND EXISTS (SELECT FROM sync_queue q WHERE q.service = s.service))
       AND NOT EXISTS (SELECT FROM pgboss.job j
                        WHERE j.name = ${job} AND j.state < 'completed' AND j.data ->> 'service' = s.service)`);
  return rows.map(({ service }) => service);
};

/** Its links and its queue; the log stays, without changes whose answer the links would have settled. */
export const forgetLinks = async (tx: Tx, service: string): Promise<void> => {
  await tx.delete(syncLinks).where(eq(syncLinks.service, service));
  await tx.delete(syncQueue).where(eq(syncQueue.service, service));
  await tx.delete(syncChanges).where(and(eq(syncChanges.service, service), eq(syncChanges.state, "pending")));
};

import { eq, sql } from "drizzle-orm";
import type pg from "pg";
import type { BulkChangeRecord } from "#contract/bulk-changes.ts";
import { type BulkChange, type BulkSelection, mayUndo } from "#domain/bulk-change.ts";
import type { Db, Tx } from "#server/db/database.ts";
import { bulkChanges } from "#server/db/schema/bulk-changes.ts";
import { nextVersion } from "./people-changes.ts";
import { countStatement, matchingIdsStatement } from "./people-search.ts";

export type StoredBulkChange = typeof bulkChanges.$inferSelect;

export const presentBulkChange = (row: StoredBulkChange): BulkChangeRecord => ({
  id: row.id,
  change: row.change,
  state: row.state,
  matched: row.matched,
  processed: row.processed,
  changed: row.changed,
  restored: row.restored,
  mayUndo: mayUndo(row),
  createdAt: row.createdAt.toISOString(),
  finishedAt: row.finishedAt?.toISOString() ?? null,
});

export const insertBulkChange = async (
  tx: Tx,
  values: { userId: string | null; selection: BulkSelection; change: BulkChange },
): Promise<StoredBulkChange> => {
  const [row] = await tx.insert(bulkChanges).values(values).returning();
  if (!row) throw new Error("The bulk change was not inserted");
  return row;
};

export const findBulkChange = async (db: Db, id: string): Promise<StoredBulkChange | undefined> => {
  const [row] = await db.select().from(bulkChanges).where(eq(bulkChanges.id, id));
  return row;
};

/** The bulk change, whose row stays locked until the transaction ends. */
export const lockBulkChange = async (tx: Tx, id: string): Promise<StoredBulkChange | undefined> => {
  const [row] = await tx.select().from(bulkChanges).where(eq(bulkChanges.id, id)).for("update");
  return row;
};

export const updateBulkChange = async (
  tx: Tx,
  id: string,
  values: Partial<typeof bulkChanges.$inferInsert>,
): Promise<StoredBulkChange | undefined> => {
  const [row] = await tx.update(bulkChanges).set(values).where(eq(bulkChanges.id, id)).returning();
  return row;
};

export const countSelected = async (pool: pg.Pool, selection: BulkSelection): Promise<number> => {
  if ("ids" in selection) return new Set(selection.ids).size;
  const { rows } = await pool.query<{ total: number }>(countStatement(selection.filter, null));
  return rows[0]?.total ?? 0;
};

/** The next people of the selection, by id; people added after the start are left out. */
export const nextSelectedIds = async (
  pool: pg.Pool,
  { selection, afterId, createdAt }: StoredBulkChange,
  limit: number,
): Promise<string[]> => {
  if ("ids" in selection)
    return [...new Set(selection.ids)]
      .sort()
      .filter((id) => afterId === null || id > afterId)
      .slice(0, limit);
  const { rows } = await pool.query<{ id: string }>(
    matchingIdsStatement(selection.filter, { afterId, createdUntil: createdAt, limit }),
  );
  return rows.map(({ id }) => id);
};

type RestoredPage = { processed: number; restored: number; lastId: string | null };

/** Restores a page of people exactly, except those who were changed since. */
export const restorePage = async (
  tx: Tx,
  { id, afterId }: StoredBulkChange,
  limit: number,
): Promise<RestoredPage> => {
  const { rows } = await tx.execute<RestoredPage & { ids: string[] }>(sql`
    WITH target AS MATERIALIZED (
      SELECT * FROM bulk_change_rows WHERE bulk_change_id = ${id}
         AND ${afterId === null ? sql`true` : sql`person_id > ${afterId}`} ORDER BY person_id LIMIT ${limit}),
    locked AS MATERIALIZED (
      SELECT p.id, p.status AS changed_status, target.status, target.tags
        FROM people p JOIN target ON target.person_id = p.id
       WHERE p.updated_at = target.version ORDER BY p.id FOR UPDATE OF p),
    restored AS (
      UPDATE people SET status = locked.status, tags = locked.tags, updated_at = ${nextVersion} FROM locked
       WHERE people.id = locked.id RETURNING people.id, locked.status, locked.changed_status),
    entries AS (
      INSERT INTO timeline (person_id, event_type, source, title, description)
      SELECT id, CASE WHEN status <> changed_status THEN 'status_changed' ELSE 'person_updated' END, 'user',
             CASE WHEN status <> changed_status THEN 'Stage changed' ELSE 'Person updated' END,
             CASE WHEN status <> changed_status THEN changed_status || ' → ' || status END FROM restored)
    SELECT (SELECT count(*)::int FROM target) AS processed, (SELECT count(*)::int FROM restored) AS restored,
           (SELECT person_id FROM target ORDER BY person_id DESC LIMIT 1) AS "lastId",
           ARRAY(SELECT id FROM restored) AS ids`);
  const page = rows[0];
  if (!page) throw new Error("Nothing was returned");
  // A second statement, because a change of the stage makes a trigger set these columns.
  await tx.execute(sql`
    UPDATE people SET stage_reached = r.stage_reached, converted_at = r.converted_at FROM bulk_change_rows r
     WHERE r.bulk_change_id = ${id} AND r.person_id = people.id AND people.id = ANY(${sql.param(page.ids)}::uuid[])
       AND (people.stage_reached, people.converted_at) IS DISTINCT FROM (r.stage_reached, r.converted_at)`);
  return { processed: page.processed, restored: page.restored, lastId: page.lastId };
};

import type pg from "pg";
import type { Tx } from "#server/db/database.ts";
import { snapshots } from "#server/db/schema/figures.ts";

export type Snapshot = { body: unknown; fetchedAt: Date };

/** The last good answer of an outside source. */
export const readSnapshot = async (
  pool: pg.Pool,
  source: string,
  key = "",
): Promise<Snapshot | undefined> => {
  const { rows } = await pool.query<Snapshot>({
    name: "snapshot",
    text: `SELECT body, fetched_at AS "fetchedAt" FROM snapshots WHERE source = $1 AND key = $2`,
    values: [source, key],
  });
  return rows[0];
};

export const saveSnapshot = async (tx: Tx, source: string, body: object, fetchedAt: Date): Promise<void> => {
  await tx
    .insert(snapshots)
    .values({ source, body, fetchedAt })
    .onConflictDoUpdate({ target: [snapshots.source, snapshots.key], set: { body, fetchedAt } });
};

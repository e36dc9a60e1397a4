import { sql } from "drizzle-orm";
import type { Reader, Tx } from "#server/db/database.ts";

/** How far the look at what rules wait for has come. Times are milliseconds since 1970. */
export type StoredWatch = {
  key: string;
  /** Null while everybody is looked at for the first time, which sets no rule off. */
  seededAt: number | null;
  lookedAt: number | null;
  /** Of a look that is not finished. */
  lookingUntil: number | null;
  lookedAfter: string | null;
  tookMs: number;
  definition: string | null;
};

const iso = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString());

const columns = sql`key, (extract(epoch FROM seeded_at) * 1000)::float8 AS "seededAt",
  (extract(epoch FROM looked_at) * 1000)::float8 AS "lookedAt",
  (extract(epoch FROM looking_until) * 1000)::float8 AS "lookingUntil", looked_after AS "lookedAfter",
  took_ms AS "tookMs", definition`;

export const listWatches = async (db: Reader): Promise<StoredWatch[]> => {
  const { rows } = await db.execute<StoredWatch>(sql`SELECT ${columns} FROM trigger_watches`);
  return rows;
};

/** The watch, whose row stays locked until the transaction ends; undefined where another look holds it. */
export const lockWatch = async (tx: Tx, key: string): Promise<StoredWatch | undefined> => {
  const { rows } = await tx.execute<StoredWatch>(sql`
    SELECT ${columns} FROM trigger_watches WHERE key = ${key} FOR UPDATE SKIP LOCKED`);
  return rows[0];
};

export const saveWatch = async (tx: Tx, watch: StoredWatch): Promise<void> => {
  const { key, lookedAfter, tookMs, definition } = watch;
  const [seeded, looked, until] = [watch.seededAt, watch.lookedAt, watch.lookingUntil].map(iso);
  await tx.execute(sql`
    INSERT INTO trigger_watches (key, seeded_at, looked_at, looking_until, looked_after, took_ms, definition)
    VALUES (${key}, ${seeded}, ${looked}, ${until}, ${lookedAfter}, ${tookMs}, ${definition})
    ON CONFLICT (key) DO UPDATE SET seeded_at = EXCLUDED.seeded_at, looked_at = EXCLUDED.looked_at,
      looking_until = EXCLUDED.looking_until, looked_after = EXCLUDED.looked_after, took_ms = EXCLUDED.took_ms,
      definition = EXCLUDED.definition`);
};

export const deleteWatch = async (tx: Tx, key: string): Promise<void> => {
  await tx.execute(sql`DELETE FROM trigger_watches WHERE key = ${key}`);
};

import { lt } from "drizzle-orm";
import type pg from "pg";
import type { Db } from "#server/db/database.ts";
import { rateLimits } from "#server/db/schema/access.ts";

/** So many tokens of a bucket that holds, and regains within a minute, `perMinute`. */
export type TokenRequest = { key: string; perMinute: number; wanted: number };
/** What was given, and what is left for all processes. */
export type TokenGrant = { taken: number; left: number };

const refilled = `least(excluded.capacity, r.tokens
  + greatest(extract(epoch FROM excluded.at - r.at)::float8, 0) * excluded.capacity / 60)`;
const taken = `least(excluded.taken, floor(${refilled}))`;

/** Takes tokens of several buckets, each of which is named once. Sorted, so that two processes never deadlock. */
export const takeTokens = async (pool: pg.Pool, requests: readonly TokenRequest[]): Promise<TokenGrant[]> => {
  const { rows } = await pool.query<{ key: string; taken: number; tokens: number }>({
    name: "take-tokens",
    text: `INSERT INTO rate_limits AS r (key, capacity, tokens, taken, at)
           SELECT key, capacity, capacity - least(wanted, capacity), least(wanted, capacity), pg_catalog.clock_timestamp()
             FROM unnest($1::text[], $2::float8[], $3::float8[]) AS asked (key, capacity, wanted) ORDER BY key
           ON CONFLICT (key) DO UPDATE SET capacity = excluded.capacity, tokens = ${refilled} - ${taken},
                  taken = ${taken}, at = greatest(excluded.at, r.at)
           RETURNING key, taken, tokens`,
    values: [
      requests.map(({ key }) => key),
      requests.map(({ perMinute }) => perMinute),
      requests.map(({ wanted }) => wanted),
    ],
  });
  const grants = new Map(rows.map((row) => [row.key, { taken: row.taken, left: row.tokens }]));
  return requests.map(({ key }) => grants.get(key) ?? { taken: 0, left: 0 });
};

const keptMs = 10 * 60_000;

/** A bucket that nobody has used for minutes is full again. */
export const deleteFullBuckets = async (db: Db, now: number): Promise<void> => {
  await db.delete(rateLimits).where(lt(rateLimits.at, new Date(now - keptMs)));
};

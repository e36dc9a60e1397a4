import { inArray, sql } from "drizzle-orm";
import type { Db } from "#server/db/database.ts";
import { newId } from "#server/db/id.ts";
import { signInFailures } from "#server/db/schema/access.ts";
import { checkFailures, failureWindowMs, type ThrottleBuckets } from "./throttle.ts";

/** Enough of each bucket to decide. */
const mostOfEach = 101;

export type ThrottleResult =
  | { admitted: true; succeeded: () => Promise<void> }
  | { admitted: false; retryAfterSeconds: number };

/**
 * Counts the attempt as failed before anything is checked, and takes that back when it succeeds: however many
 * are made at once, no more of them are let through than the limits say.
 */
export const beginAttempt = async (
  db: Db,
  buckets: ThrottleBuckets,
  known: boolean,
): Promise<ThrottleResult> => {
  const now = new Date();
  const names = [...new Set(Object.values(buckets))];
  const mine = names.map((bucket) => ({ id: newId(), bucket, failedAt: now }));
  const ids = mine.map(({ id }) => id);
  await db.insert(signInFailures).values(mine);
  const { rows } = await db.execute<{ bucket: string; failed_at: string }>(sql`
    SELECT b.bucket, f.failed_at FROM unnest(${sql.param(names)}::text[]) AS b (bucket)
     CROSS JOIN LATERAL (
       SELECT failed_at FROM sign_in_failures
        WHERE bucket = b.bucket AND failed_at > ${new Date(now.getTime() - failureWindowMs).toISOString()}
          AND id <> ALL (${sql.param(ids)}::uuid[])
        ORDER BY failed_at DESC LIMIT ${mostOfEach}) f`);
  const of = (bucket: string) =>
    rows.filter((row) => row.bucket === bucket).map((row) => new Date(row.failed_at));
  const failures = { account: of(buckets.account), address: of(buckets.address), pair: of(buckets.pair) };
  const verdict = checkFailures(failures, known, now);
  const takeBack = async () => void (await db.delete(signInFailures).where(inArray(signInFailures.id, ids)));
  if (verdict.admitted) return { admitted: true, succeeded: takeBack };
  // A refused attempt was none: else somebody who keeps trying would never be let in again.
  await takeBack();
  return verdict;
};

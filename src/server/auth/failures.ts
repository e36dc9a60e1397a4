import { and, gt, inArray } from "drizzle-orm";
import type { Db, Tx } from "#server/db/database.ts";
import { signInFailures } from "#server/db/schema/access.ts";
import { type bucketsOf, type Failures, failureWindowMs } from "./throttle.ts";

type Buckets = ReturnType<typeof bucketsOf>;

export const readFailures = async (db: Db, buckets: Buckets): Promise<Failures> => {
  const rows = await db
    .select({ bucket: signInFailures.bucket, failedAt: signInFailures.failedAt })
    .from(signInFailures)
    .where(
      and(
        inArray(signInFailures.bucket, Object.values(buckets)),
        gt(signInFailures.failedAt, new Date(Date.now() - failureWindowMs)),
      ),
    )
    .limit(1000);
  const of = (bucket: string) => rows.filter((row) => row.bucket === bucket).map((row) => row.failedAt);
  return { account: of(buckets.account), address: of(buckets.address), pair: of(buckets.pair) };
};

export const recordFailure = (tx: Tx, buckets: Buckets) =>
  tx
    .insert(signInFailures)
    .values(Object.values(buckets).map((bucket) => ({ bucket, failedAt: new Date() })));

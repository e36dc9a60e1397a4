import { createHash } from "node:crypto";
import { inArray, sql } from "drizzle-orm";
import type { Db } from "#server/db/database.ts";
import { newId } from "#server/db/id.ts";
import { signInFailures } from "#server/db/schema/access.ts";

/** Older failures are ignored. */
export const failureWindowMs = 15 * 60_000;
const failureLimits = { pair: 5, address: 30, account: 100 };
/** Failures read per bucket: one more than the highest limit. */
const maxFailuresRead = 101;

export type SignInAttempt = {
  email: string;
  ip: string;
  /** Whether this browser has signed in to this account before. */
  knownDevice: boolean;
};

/** An IPv6 customer usually has a whole /64, so that counts as one address. */
export const addressGroup = (ip: string): string => {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1];
  if (mapped || !ip.includes(":")) return mapped ?? ip;
  const [head = "", tail = ""] = ip.split("%")[0]?.split("::") ?? [];
  const left = head.split(":").filter(Boolean);
  const right = tail.split(":").filter(Boolean);
  const zeros = ip.includes("::") ? Array<string>(Math.max(0, 8 - left.length - right.length)).fill("0") : [];
  return [...left, ...zeros, ...right]
    .slice(0, 4)
    .map((part) => Number.parseInt(part, 16).toString(16))
    .join(":");
};

const bucketKey = (...parts: string[]): string =>
  createHash("sha256").update(parts.join("\n")).digest("base64url");

/**
 * The failure counters of one attempt. A known device has its own counters, so that an attacker at the same address
 * cannot use up its attempts.
 */
export const signInBuckets = ({ email, ip, knownDevice }: SignInAttempt) => {
  const address = addressGroup(ip);
  return {
    account: bucketKey("account", email),
    address: bucketKey("address", address, knownDevice ? email : ""),
    pair: bucketKey("pair", email, address, knownDevice ? "known" : "new"),
  };
};
export type ThrottleBuckets = ReturnType<typeof signInBuckets>;

/** Attempts to confirm the current password are counted apart from sign-ins. */
export const passwordChangeBuckets = (userId: string): ThrottleBuckets => {
  const key = bucketKey("password", userId);
  return { account: key, address: key, pair: key };
};

export type RecentFailures = { account: Date[]; address: Date[]; pair: Date[] };
type Admission = { admitted: true } | { admitted: false; retryAfterSeconds: number };

/**
 * Rejects a caller that failed too often and, while an account is under a distributed attack, an unknown device that
 * failed on it even once. A caller without failures is always admitted, so an attack never locks the owner out.
 */
export const checkFailures = (failures: RecentFailures, knownDevice: boolean, now: Date): Admission => {
  const windowStart = now.getTime() - failureWindowMs;
  const recent = (dates: Date[]) =>
    dates.filter((date) => date.getTime() > windowStart).sort((a, b) => a.getTime() - b.getTime());
  const pair = recent(failures.pair);
  const address = recent(failures.address);
  const account = recent(failures.account);
  const rejectUntilBelow = (dates: Date[], limit: number): Admission => {
    const oldest = dates[dates.length - limit];
    const seconds = oldest ? Math.ceil((oldest.getTime() - windowStart) / 1000) : 1;
    return { admitted: false, retryAfterSeconds: Math.max(1, seconds) };
  };
  if (pair.length >= failureLimits.pair) return rejectUntilBelow(pair, failureLimits.pair);
  if (address.length >= failureLimits.address) return rejectUntilBelow(address, failureLimits.address);
  if (!knownDevice && account.length >= failureLimits.account && pair.length > 0) {
    return rejectUntilBelow(pair, 1);
  }
  return { admitted: true };
};

export type ThrottleResult =
  | { admitted: true; succeeded: () => Promise<void> }
  | { admitted: false; retryAfterSeconds: number };

/**
 * Records the attempt as failed before the password is checked and deletes the record on success, so that
 * concurrent attempts cannot exceed the limits.
 */
export const beginAttempt = async (
  db: Db,
  buckets: ThrottleBuckets,
  knownDevice: boolean,
): Promise<ThrottleResult> => {
  const now = new Date();
  const keys = [...new Set(Object.values(buckets))];
  const ownRows = keys.map((bucket) => ({ id: newId(), bucket, failedAt: now }));
  const ownIds = ownRows.map(({ id }) => id);
  await db.insert(signInFailures).values(ownRows);
  const { rows } = await db.execute<{ bucket: string; failed_at: string }>(sql`
    SELECT b.bucket, f.failed_at FROM unnest(${sql.param(keys)}::text[]) AS b (bucket)
     CROSS JOIN LATERAL (
       SELECT failed_at FROM sign_in_failures
        WHERE bucket = b.bucket AND failed_at > ${new Date(now.getTime() - failureWindowMs).toISOString()}
          AND id <> ALL (${sql.param(ownIds)}::uuid[])
        ORDER BY failed_at DESC LIMIT ${maxFailuresRead}) f`);
  const failuresIn = (bucket: string) =>
    rows.filter((row) => row.bucket === bucket).map((row) => new Date(row.failed_at));
  const failures = {
    account: failuresIn(buckets.account),
    address: failuresIn(buckets.address),
    pair: failuresIn(buckets.pair),
  };
  const admission = checkFailures(failures, knownDevice, now);
  const deleteOwnRows = async () =>
    void (await db.delete(signInFailures).where(inArray(signInFailures.id, ownIds)));
  if (admission.admitted) return { admitted: true, succeeded: deleteOwnRows };
  // A rejected attempt does not count: otherwise retrying would extend the lock-out without end.
  await deleteOwnRows();
  return admission;
};

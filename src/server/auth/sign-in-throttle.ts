import { createHash } from "node:crypto";
import { inArray, sql } from "drizzle-orm";
import type { Db, Tx } from "#server/db/database.ts";
import { newId } from "#server/db/id.ts";
import { signInFailures } from "#server/db/schema/access.ts";

/** Older failures are ignored. */
export const failureWindowMs = 15 * 60_000;
/** Highest numbers of failures in the window: of one caller on one account, of one address, of an account. */
export type FailureLimits = { pair: number; address: number; account: number };
export const signInLimits: FailureLimits = { pair: 5, address: 30, account: 100 };
/** A code has only six digits, and who is asked for one knows the password. */
export const codeLimits: FailureLimits = { pair: 5, address: 30, account: 10 };
/** Failures read per bucket: one more than the highest limit. */
const maxFailuresRead = 101;

export type SignInAttempt = {
  email: string;
  ip: string;
  /** Id of a browser that has signed in to this account before. */
  device: string | undefined;
  /** Whether somebody has signed in to this account from this address before. */
  knownAddress: boolean;
};

export const isKnown = ({ device, knownAddress }: SignInAttempt): boolean =>
  device !== undefined || knownAddress;

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
 * The failure counters of one attempt. Known devices and addresses have their own counters, so that strangers, even at
 * the same address, cannot use up their attempts. All strangers together share the counter of the account.
 */
export const signInBuckets = (attempt: SignInAttempt, step: "password" | "code" = "password") => {
  const { email, ip, device, knownAddress } = attempt;
  const address = addressGroup(ip);
  const key = (...parts: string[]) => bucketKey(...(step === "code" ? ["code"] : []), ...parts);
  if (device !== undefined) {
    // Over all addresses, so that a stolen cookie gives no more attempts than its owner has.
    const own = key("device", email, device);
    return { account: own, address: own, pair: own };
  }
  const pair = key("pair", email, address, knownAddress ? "known" : "new");
  return {
    account: knownAddress ? pair : key("account", email),
    address: key("address", address, knownAddress ? email : ""),
    pair,
  };
};
export type ThrottleBuckets = ReturnType<typeof signInBuckets>;

/** What is stored of an address from which a user signed in. */
export const knownAddressKey = (userId: string, ip: string): string =>
  bucketKey("known address", userId, addressGroup(ip));

/** Attempts to confirm the current password are counted apart from sign-ins. */
export const passwordChangeBuckets = (userId: string): ThrottleBuckets => {
  const key = bucketKey("password", userId);
  return { account: key, address: key, pair: key };
};

/** Links with a wrong token are counted by address; a token cannot be guessed, but asking costs work. */
export const invitationBuckets = (ip: string): ThrottleBuckets => {
  const key = bucketKey("invitation", addressGroup(ip));
  return { account: key, address: key, pair: key };
};
export const invitationLimits: FailureLimits = { pair: 20, address: 20, account: 20 };

/** Sign-ins with the identity provider are counted by address: who they are of is known only when they succeed. */
export const providerBuckets = (ip: string, of: "sign-in" | "logout"): ThrottleBuckets => {
  const key = bucketKey("identity provider", of, addressGroup(ip));
  return { account: key, address: key, pair: key };
};
export const providerLimits: FailureLimits = { pair: 20, address: 20, account: 20 };

export type RecentFailures = { account: Date[]; address: Date[]; pair: Date[] };
type Admission = { admitted: true } | { admitted: false; retryAfterSeconds: number };

/**
 * Rejects a caller that failed too often, and any stranger while an account has too many failures of strangers. A known
 * caller has only its own failures against it, so an attack never locks the owner out.
 */
export const checkFailures = (
  failures: RecentFailures,
  known: boolean,
  now: Date,
  limits: FailureLimits = signInLimits,
): Admission => {
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
  if (pair.length >= limits.pair) return rejectUntilBelow(pair, limits.pair);
  if (address.length >= limits.address) return rejectUntilBelow(address, limits.address);
  if (!known && account.length >= limits.account) return rejectUntilBelow(account, limits.account);
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
  known: boolean,
  limits: FailureLimits = signInLimits,
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
  const admission = checkFailures(failures, known, now, limits);
  const deleteOwnRows = async () =>
    void (await db.delete(signInFailures).where(inArray(signInFailures.id, ownIds)));
  if (admission.admitted) return { admitted: true, succeeded: deleteOwnRows };
  // A rejected attempt does not count: otherwise retrying would extend the lock-out without end.
  await deleteOwnRows();
  return admission;
};

/** Admits strangers again, after the password was set anew. */
export const clearAccountFailures = async (tx: Tx, email: string): Promise<void> => {
  const attempt = { email, ip: "", device: undefined, knownAddress: false };
  const keys = [signInBuckets(attempt).account, signInBuckets(attempt, "code").account];
  await tx.delete(signInFailures).where(inArray(signInFailures.bucket, keys));
};

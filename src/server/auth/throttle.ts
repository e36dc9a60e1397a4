import { createHash } from "node:crypto";

/** Failures older than this are forgotten. */
export const failureWindowMs = 15 * 60_000;

export type SignInAttempt = {
  email: string;
  ip: string /** Has this browser signed in to this account before? */;
  known: boolean;
};

/** One IPv6 customer has a whole /64, so that is what counts as an address. */
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

const bucket = (...parts: string[]): string =>
  createHash("sha256").update(parts.join("\n")).digest("base64url");

/**
 * The counters of one attempt. A browser that signed in before counts on its own, so that no stranger,
 * not even one at the same address, can use up its tries.
 */
export const signInBuckets = ({ email, ip, known }: SignInAttempt) => {
  const address = addressGroup(ip);
  return {
    account: bucket("account", email),
    address: bucket("address", address, known ? email : ""),
    pair: bucket("pair", email, address, known ? "known" : "new"),
  };
};
export type ThrottleBuckets = ReturnType<typeof signInBuckets>;

/** The tries to name one's own password have counters of their own. */
export const passwordChangeBuckets = (userId: string): ThrottleBuckets => {
  const own = bucket("password", userId);
  return { account: own, address: own, pair: own };
};

export type RecentFailures = { account: Date[]; address: Date[]; pair: Date[] };

const limits = { pair: 5, address: 30, account: 100 };

/**
 * Refuses when this caller failed too often, or, once an account is under attack from everywhere, when a
 * caller unknown to it has failed there even once. Somebody who has not failed yet is always let through,
 * so an attack on an account never locks its owner out.
 */
export const checkFailures = (
  failures: RecentFailures,
  known: boolean,
  now: Date,
): { admitted: true } | { admitted: false; retryAfterSeconds: number } => {
  const since = now.getTime() - failureWindowMs;
  const recent = (dates: Date[]) =>
    dates.filter((date) => date.getTime() > since).sort((a, b) => a.getTime() - b.getTime());
  const pair = recent(failures.pair);
  const address = recent(failures.address);
  const account = recent(failures.account);
  const untilBelow = (dates: Date[], limit: number): number => {
    const leaves = dates[dates.length - limit];
    return leaves ? Math.max(1, Math.ceil((leaves.getTime() - since) / 1000)) : 1;
  };
  if (pair.length >= limits.pair)
    return { admitted: false, retryAfterSeconds: untilBelow(pair, limits.pair) };
  if (address.length >= limits.address) {
    return { admitted: false, retryAfterSeconds: untilBelow(address, limits.address) };
  }
  if (!known && account.length >= limits.account && pair.length > 0) {
    return { admitted: false, retryAfterSeconds: untilBelow(pair, 1) };
  }
  return { admitted: true };
};

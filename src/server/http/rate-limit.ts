import { createHash } from "node:crypto";
import type pg from "pg";
import {
  type Bucket,
  keptTokens,
  type RateAnswer,
  secondsUntilToken,
  takeToken,
} from "#domain/api-access/token-bucket.ts";
import { createBatcher } from "#server/batch.ts";
import type { Log } from "#server/log.ts";
import { type TokenGrant, type TokenRequest, takeTokens } from "#server/store/workspace/rate-limits.ts";

/** Counts a request of this key; says when to come again if there were too many. */
export type RequestLimit = (key: string, perMinute: number) => Promise<RateAnswer>;
/** Limits of one kind of request, such as those of tokens. */
export type RequestLimits = (kind: string) => RequestLimit;

/** What a process knows of one bucket. Times are of the monotonic clock. */
type Share = {
  /** Tokens that were taken from the bucket, and may be used until `until`. */
  tokens: number;
  until: number;
  /** Left in the bucket when it was last asked. */
  left: number;
  /** The bucket was empty; nobody need ask it before then. */
  emptyUntil: number;
  /** Requests that wait for the answer of the bucket. */
  waiting: number;
  asking: Promise<void> | undefined;
  /** Used while the database cannot be asked: then each process counts for itself. */
  own: Bucket | undefined;
};

const minuteMs = 60_000;

/** Some keys name an address, which is not stored. */
const hashKey = (key: string): string => createHash("sha256").update(key).digest("base64url");
const maxKeysAtOnce = 500;

/**
 * Limits that all processes share. The buckets are in PostgreSQL; a process takes some tokens ahead, and asks for all
 * keys that wait in one statement, so that most requests of large limits need no round trip. An empty bucket is
 * remembered, so that a flood asks once a second.
 */
export const createRateLimits = (pool: pg.Pool, log: Log): RequestLimits => {
  const shares = new Map<string, Share>();
  let sweptAt = 0;
  const batcher = createBatcher<TokenRequest, TokenGrant>({
    run: (requests) => takeTokens(pool, requests),
    isTransient: () => true,
    maxItems: maxKeysAtOnce,
  });

  const sweep = (now: number): void => {
    if (now - sweptAt < minuteMs) return;
    sweptAt = now;
    for (const [key, { until, emptyUntil, waiting }] of shares)
      if (waiting === 0 && Math.max(until, emptyUntil) < now) shares.delete(key);
  };

  const ask = async (share: Share, key: string, perMinute: number): Promise<void> => {
    const wanted = Math.min(perMinute, share.waiting + keptTokens(perMinute) - share.tokens);
    if (wanted < 1) return;
    const { taken, left } = await batcher.add({ key: hashKey(key), perMinute, wanted });
    const now = performance.now();
    share.tokens += taken;
    share.left = left;
    share.until = now + minuteMs;
    share.own = undefined;
    if (taken < wanted) share.emptyUntil = now + secondsUntilToken(left, perMinute) * 1000;
  };

  /** One question for each key at a time. */
  const askOnce = (share: Share, key: string, perMinute: number): Promise<void> => {
    share.asking ??= ask(share, key, perMinute).finally(() => {
      share.asking = undefined;
    });
    return share.asking;
  };

  const shareOf = (key: string, now: number): Share => {
    const known = shares.get(key);
    // The bucket is full again by now, so tokens from before would come on top of it.
    if (known && (known.until >= now || known.waiting > 0 || known.asking)) return known;
    const share: Share = {
      tokens: 0,
      until: now + minuteMs,
      left: 0,
      emptyUntil: known?.emptyUntil ?? 0,
      waiting: 0,
      asking: undefined,
      own: known?.own,
    };
    shares.set(key, share);
    return share;
  };

  const take = async (key: string, perMinute: number): Promise<RateAnswer> => {
    sweep(performance.now());
    const share = shareOf(key, performance.now());
    const kept = keptTokens(perMinute);
    for (;;) {
      if (share.tokens >= 1) {
        share.tokens -= 1;
        if (share.tokens < kept / 2 && performance.now() >= share.emptyUntil)
          askOnce(share, key, perMinute).catch(() => {});
        return { remaining: Math.floor(share.left + share.tokens), retryAfterSeconds: undefined };
      }
      const emptyMs = share.emptyUntil - performance.now();
      if (emptyMs > 0) return { remaining: 0, retryAfterSeconds: Math.ceil(emptyMs / 1000) };
      share.waiting += 1;
      try {
        await askOnce(share, key, perMinute);
      } catch (error) {
        log.warn({ error }, "a limit is counted by this process alone");
        const { bucket, answer } = takeToken(share.own, perMinute, performance.now());
        share.own = bucket;
        return answer;
      } finally {
        share.waiting -= 1;
      }
    }
  };

  return (kind) => (key, perMinute) => take(`${kind}\n${key}`, perMinute);
};

const minuteMs = 60_000;

type Bucket = { tokens: number; at: number };

export type RateAnswer = { remaining: number; retryAfterSeconds: number | undefined };

/**
 * A token bucket per key: allows a burst of `perMinute` requests and refills evenly. Each process counts for itself, so
 * several together allow a multiple.
 */
export const createRateLimit = () => {
  const buckets = new Map<string, Bucket>();
  let sweptAt = 0;
  /** A bucket that was not used for a minute is full again, so it need not be kept. */
  const sweep = (now: number): void => {
    if (now - sweptAt < minuteMs) return;
    sweptAt = now;
    for (const [key, { at }] of buckets) if (now - at >= minuteMs) buckets.delete(key);
  };
  return (key: string, perMinute: number, now: number): RateAnswer => {
    sweep(now);
    const bucket = buckets.get(key) ?? { tokens: perMinute, at: now };
    buckets.set(key, bucket);
    const perMs = perMinute / minuteMs;
    bucket.tokens = Math.min(perMinute, bucket.tokens + Math.max(0, now - bucket.at) * perMs);
    bucket.at = now;
    if (bucket.tokens < 1)
      return { remaining: 0, retryAfterSeconds: Math.max(1, Math.ceil((1 - bucket.tokens) / perMs / 1000)) };
    bucket.tokens -= 1;
    return { remaining: Math.floor(bucket.tokens), retryAfterSeconds: undefined };
  };
};

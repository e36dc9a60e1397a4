/** Seconds to wait, or none when there is room: as many as `perMinute` in a burst, refilled evenly. */
export type RateLimit = (key: string, perMinute: number, now: number) => number | undefined;

type Bucket = { left: number; at: number };

/** Kept by each process for itself: with several, each lets in its share and the sum may be as many times more. */
export const createRateLimit = (): RateLimit => {
  const buckets = new Map<string, Bucket>();
  return (key, perMinute, now) => {
    const bucket = buckets.get(key) ?? { left: perMinute, at: now };
    buckets.set(key, bucket);
    const perMs = perMinute / 60_000;
    bucket.left = Math.min(perMinute, bucket.left + Math.max(0, now - bucket.at) * perMs);
    bucket.at = now;
    if (bucket.left < 1) return Math.max(1, Math.ceil((1 - bucket.left) / perMs / 1000));
    bucket.left -= 1;
    return undefined;
  };
};

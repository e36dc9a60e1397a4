const minuteMs = 60_000;

export type RateAnswer = { remaining: number; retryAfterSeconds: number | undefined };

/** In how many seconds a bucket that regains `perMinute` tokens a minute has one again. */
export const secondsUntilToken = (tokens: number, perMinute: number): number =>
  Math.max(1, Math.ceil(((1 - tokens) * 60) / perMinute));

export type Bucket = { tokens: number; at: number };

/** Takes a token of a bucket that allows a burst of `perMinute` and refills evenly. */
export const takeToken = (
  bucket: Bucket | undefined,
  perMinute: number,
  now: number,
): { bucket: Bucket; answer: RateAnswer } => {
  const before = bucket ?? { tokens: perMinute, at: now };
  const regained = (Math.max(0, now - before.at) * perMinute) / minuteMs;
  const tokens = Math.min(perMinute, before.tokens + regained);
  if (tokens < 1) {
    const retryAfterSeconds = secondsUntilToken(tokens, perMinute);
    return { bucket: { tokens, at: now }, answer: { remaining: 0, retryAfterSeconds } };
  }
  return {
    bucket: { tokens: tokens - 1, at: now },
    answer: { remaining: Math.floor(tokens - 1), retryAfterSeconds: undefined },
  };
};

/**
 * How many tokens a process may keep without having a request for them, so that most requests ask nobody. Four processes
 * together keep 5 % at most: by so much a burst may exceed the limit. Of small limits none is kept.
 */
export const keptTokens = (perMinute: number): number => Math.floor(perMinute * 0.0125);

import { expect, test } from "vitest";
import { type Bucket, keptTokens, secondsUntilToken, takeToken } from "./token-bucket.ts";

test("a bucket allows a burst, then says when it has a token again, and refills evenly", () => {
  let bucket: Bucket | undefined;
  const take = (now: number) => {
    const taken = takeToken(bucket, 6, now);
    bucket = taken.bucket;
    return taken.answer;
  };
  const burst = Array.from({ length: 6 }, () => take(0));
  expect(burst.map(({ remaining }) => remaining)).toEqual([5, 4, 3, 2, 1, 0]);
  expect(take(0)).toEqual({ remaining: 0, retryAfterSeconds: 10 });
  expect(take(9_000).retryAfterSeconds).toBe(1);
  expect(take(10_000).retryAfterSeconds).toBeUndefined();
  // A clock that is set back gives nothing.
  expect(take(5_000).retryAfterSeconds).toBe(10);
  expect(take(3_600_000).remaining).toBe(5);
});

test.each([
  [10, 0],
  [120, 1],
  [600, 7],
  [6_000, 75],
])("of a limit of %d a process keeps %d tokens", (perMinute, kept) => {
  expect(keptTokens(perMinute)).toBe(kept);
  expect(4 * keptTokens(perMinute)).toBeLessThanOrEqual(perMinute * 0.05);
});

test("the wait is never zero", () => expect(secondsUntilToken(0.999, 600)).toBe(1));

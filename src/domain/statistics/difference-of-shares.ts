import { wilsonInterval } from "./wilson-interval.ts";

type CountedShare = { count: number; of: number };

/** Below this an interval is so wide that it says nothing. */
const smallestGroup = 10;

/**
 * How many percentage points the share of `a` is above that of `b`, with its 95 % interval by Newcombe, which is made of
 * the Wilson intervals of both. Null where a group is too small to compare.
 */
export const differenceOfShares = (
  a: CountedShare,
  b: CountedShare,
): { points: number; low: number; high: number } | null => {
  if (a.of < smallestGroup || b.of < smallestGroup) return null;
  const [shareA, shareB] = [a.count / a.of, b.count / b.of];
  const [ofA, ofB] = [wilsonInterval(shareA, a.of), wilsonInterval(shareB, b.of)];
  const difference = shareA - shareB;
  const below = Math.hypot(shareA - ofA.lower, ofB.upper - shareB);
  const above = Math.hypot(ofA.upper - shareA, shareB - ofB.lower);
  return {
    points: difference * 100,
    low: (difference - below) * 100,
    high: (difference + above) * 100,
  };
};

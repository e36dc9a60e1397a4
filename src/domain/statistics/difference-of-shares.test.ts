import { describe, expect, test } from "vitest";
import { differenceOfShares } from "./difference-of-shares.ts";

describe("the difference of two shares", () => {
  // The published examples of method 10 in Newcombe (1998), in percentage points.
  test.each<[a: [number, number], b: [number, number], points: number, low: number, high: number]>([
    [[56, 70], [48, 80], 20, 5.24, 33.39],
    [[9, 10], [3, 10], 60, 17.05, 80.9],
    [[5, 56], [0, 29], 8.93, -3.81, 19.26],
    [[0, 10], [0, 20], 0, -16.11, 27.75],
    [[0, 10], [0, 10], 0, -27.75, 27.75],
    [[10, 10], [0, 20], 100, 67.91, 100],
    [[10, 10], [0, 10], 100, 60.75, 100],
  ])("%o and %o", ([countA, ofA], [countB, ofB], points, low, high) => {
    const found = differenceOfShares({ count: countA, of: ofA }, { count: countB, of: ofB });
    expect(found?.points).toBeCloseTo(points, 2);
    expect(found?.low).toBeCloseTo(low, 1);
    expect(found?.high).toBeCloseTo(high, 1);
  });

  test("turns around with its groups", () => {
    const [a, b] = [
      { count: 31, of: 400 },
      { count: 12, of: 90 },
    ];
    const [there, back] = [differenceOfShares(a, b), differenceOfShares(b, a)];
    expect(there?.points).toBeCloseTo(-(back?.points ?? 0), 10);
    expect(there?.low).toBeCloseTo(-(back?.high ?? 0), 10);
    expect(there?.high).toBeCloseTo(-(back?.low ?? 0), 10);
  });

  test.each([
    [9, 1000],
    [1000, 9],
    [0, 0],
  ])("of %i and %i people is not compared", (ofA, ofB) => {
    expect(differenceOfShares({ count: 0, of: ofA }, { count: 0, of: ofB })).toBeNull();
  });
});

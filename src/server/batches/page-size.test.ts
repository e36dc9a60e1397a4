import { describe, expect, test } from "vitest";
import { firstPageSize, nextPageSize } from "./page-size.ts";

/** The size after many pages whose rows take so long each, in milliseconds. */
const settle = (perRow: number): number => {
  let size = firstPageSize;
  for (let page = 0; page < 20; page++) size = nextPageSize(size, size * perRow);
  return size;
};

describe("the size of a page", () => {
  test.each([0.12, 0.4, 1, 3])("keeps a page of rows of %s ms below 200 ms", (perRow) => {
    expect(settle(perRow) * perRow).toBeLessThan(200);
    expect(settle(perRow) * perRow).toBeGreaterThan(50);
  });

  test("is bounded for the fastest and the slowest rows", () => {
    expect(settle(0.001)).toBe(1000);
    expect(settle(1000)).toBe(20);
  });

  test("grows step by step and shrinks at once", () => {
    expect(nextPageSize(100, 1)).toBe(200);
    expect(nextPageSize(800, 1600)).toBe(50);
  });
});

import { describe, expect, test } from "vitest";
import { firstPageSize, nextPageSize, type PageSize } from "./page-size.ts";

/** The size after a page of the whole size whose rows took so long each, in milliseconds. */
const after = (size: PageSize, perRow: number): PageSize =>
  nextPageSize(size, { rows: size.rows, tookMs: size.rows * perRow });

const afterMany = (size: PageSize, pages: number, perRow: number): PageSize =>
  Array.from({ length: pages }).reduce((before: PageSize) => after(before, perRow), size);

describe("the size of a page", () => {
  test.each([0.12, 0.4, 1, 3])("keeps a page of rows of %s ms below 200 ms", (perRow) => {
    expect(firstPageSize.rows * perRow).toBeLessThan(200);
    const settled = afterMany(firstPageSize, 20, perRow);
    expect(settled.rows * perRow).toBeLessThan(200);
    expect(settled.rows * perRow).toBeGreaterThan(50);
  });

  test("is bounded for the fastest and the slowest rows", () => {
    expect(afterMany(firstPageSize, 20, 0.001).rows).toBe(1000);
    expect(afterMany(firstPageSize, 20, 1000).rows).toBe(20);
  });

  test("grows step by step and shrinks at once", () => {
    const size = nextPageSize(firstPageSize, { rows: 100, tookMs: 1 });
    expect(size.rows).toBe(200);
    expect(nextPageSize(size, { rows: 800, tookMs: 1600 }).rows).toBe(50);
  });

  test("fits a row that takes three times as long as usual now and then", () => {
    let size = afterMany(firstPageSize, 20, 0.4);
    for (let page = 0; page < 20; page++) {
      const perRow = page % 4 === 0 ? 1.2 : 0.4;
      if (page > 0) expect([page, size.rows * perRow < 200]).toEqual([page, true]);
      size = after(size, perRow);
    }
    // Once it is over, pages become long again.
    expect(afterMany(size, 8, 0.4).rows).toBe(250);
  });
});

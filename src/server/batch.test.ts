import { describe, expect, test } from "vitest";
import { createBatcher, findFailing, runIsolated } from "./batch.ts";

const never = () => false;

describe("runIsolated", () => {
  const failOn =
    (bad: number[], runs: number[][] = []) =>
    async (items: readonly number[]) => {
      runs.push([...items]);
      if (items.some((item) => bad.includes(item))) throw new Error(`bad ${items}`);
      return items.map((item) => item * 10);
    };

  test("returns the results in order", async () => {
    expect(await runIsolated([1, 2, 3], failOn([]), never)).toEqual(
      [10, 20, 30].map((value) => ({ ok: true, value })),
    );
  });

  test.each([
    { bad: [1], expected: [false, true, true, true, true] },
    { bad: [5], expected: [true, true, true, true, false] },
    { bad: [2, 4], expected: [true, false, true, false, true] },
    { bad: [1, 2, 3, 4, 5], expected: [false, false, false, false, false] },
  ])("fails only the bad items of a batch: $bad", async ({ bad, expected }) => {
    const results = await runIsolated([1, 2, 3, 4, 5], failOn(bad), never);
    expect(results.map(({ ok }) => ok)).toEqual(expected);
  });

  test("fails every item of a transient failure without running it again", async () => {
    const runs: number[][] = [];
    const results = await runIsolated([1, 2, 3], failOn([2], runs), () => true);
    expect(results.map(({ ok }) => ok)).toEqual([false, false, false]);
    expect(runs).toHaveLength(1);
  });

  test("findFailing names the items that fail alone, and throws a transient failure", async () => {
    const failing = await findFailing([1, 2, 3, 4], failOn([3]), never);
    expect(failing).toEqual([{ item: 3, error: new Error("bad 3") }]);
    await expect(findFailing([1, 2, 3], failOn([2]), () => true)).rejects.toThrow("bad 1,2,3");
  });
});

describe("createBatcher", () => {
  const recording = (options: Partial<Parameters<typeof createBatcher<number, number>>[0]> = {}) => {
    const runs: number[][] = [];
    const batcher = createBatcher<number, number>({
      isTransient: never,
      maxItems: 3,
      ...options,
      run: async (items) => {
        runs.push([...items]);
        if (items.includes(13)) throw new Error("unlucky");
        return items.map((item) => item + 1);
      },
    });
    return { runs, batcher };
  };

  test("runs the first item at once and gathers the others behind it, up to the limit", async () => {
    const { runs, batcher } = recording();
    expect(await Promise.all([1, 2, 3, 4, 5].map((item) => batcher.add(item)))).toEqual([2, 3, 4, 5, 6]);
    expect(runs).toEqual([[1], [2, 3, 4], [5]]);
  });

  test("ends a batch at its size limit", async () => {
    const { runs, batcher } = recording({ maxSize: { limit: 10, of: (item) => item } });
    await Promise.all([1, 9, 8, 2].map((item) => batcher.add(item)));
    expect(runs).toEqual([[1], [9, 8], [2]]);
  });

  test("rejects only the item that fails", async () => {
    const { batcher } = recording();
    const results = await Promise.allSettled([1, 12, 13, 14].map((item) => batcher.add(item)));
    expect(results.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled", "rejected", "fulfilled"]);
  });

  test("gathers until enough items wait", async () => {
    const { runs, batcher } = recording({ gather: { ms: 60_000, untilItems: 3 } });
    await Promise.all([1, 2, 3].map((item) => batcher.add(item)));
    expect(runs).toEqual([[1, 2, 3]]);
  });

  test("does not gather behind an urgent item", async () => {
    const { runs, batcher } = recording({ gather: { ms: 60_000, untilItems: 100 } });
    await Promise.all([batcher.add(1), batcher.add(2, { isUrgent: true })]);
    expect(runs).toEqual([[1, 2]]);
  });

  test("is drained when all that was added has run", async () => {
    const { runs, batcher } = recording();
    void batcher.add(1);
    void batcher.add(2);
    await batcher.drained();
    expect(runs.flat()).toEqual([1, 2]);
  });
});

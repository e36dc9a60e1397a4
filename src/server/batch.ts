export type ItemResult<R> = { ok: true; value: R } | { ok: false; error: unknown };

/**
 * Runs a batch and returns one result per item, in order. A batch that fails is halved until each failing item is
 * alone, so that one bad item never fails its neighbours. A transient failure is not caused by an item and fails all.
 */
export const runIsolated = async <T, R>(
  items: readonly T[],
  run: (items: readonly T[]) => Promise<readonly R[]>,
  isTransient: (error: unknown) => boolean,
): Promise<ItemResult<R>[]> => {
  try {
    return (await run(items)).map((value) => ({ ok: true, value }));
  } catch (error) {
    if (items.length <= 1 || isTransient(error)) return items.map(() => ({ ok: false, error }));
    const middle = Math.ceil(items.length / 2);
    const first = await runIsolated(items.slice(0, middle), run, isTransient);
    return [...first, ...(await runIsolated(items.slice(middle), run, isTransient))];
  }
};

/** Runs a batch as `runIsolated` does, and returns the items that fail alone. A transient failure is thrown. */
export const findFailing = async <T>(
  items: readonly T[],
  run: (items: readonly T[]) => Promise<unknown>,
  isTransient: (error: unknown) => boolean,
): Promise<{ item: T; error: unknown }[]> => {
  const runAll = async (some: readonly T[]) => {
    await run(some);
    return some;
  };
  const results = await runIsolated(items, runAll, isTransient);
  return items.flatMap((item, index) => {
    const result = results[index];
    if (!result || result.ok) return [];
    if (isTransient(result.error)) throw result.error;
    return [{ item, error: result.error }];
  });
};

type BatcherOptions<T, R> = {
  run: (items: readonly T[]) => Promise<readonly R[]>;
  isTransient: (error: unknown) => boolean;
  maxItems: number;
  /** A batch also ends once the sizes of its items add up to this. */
  maxSize?: { limit: number; of: (item: T) => number };
  /** How long a first item waits for others before they run; without it, items only gather behind a running batch. */
  gather?: { ms: number; untilItems: number };
};

export type Batcher<T, R> = {
  /** Resolves with the item's own result once its batch has run. An urgent item ends the gathering. */
  add: (item: T, options?: { isUrgent?: boolean }) => Promise<R>;
  /** Resolves when everything that was added has run. */
  drained: () => Promise<void>;
};

type Queued<T, R> = { item: T; resolve: (value: R) => void; reject: (error: unknown) => void };

/** Runs items in batches, one batch at a time: what arrives while a batch runs forms the next one. */
export const createBatcher = <T, R>(options: BatcherOptions<T, R>): Batcher<T, R> => {
  const { run, isTransient, maxItems, maxSize, gather } = options;
  const queue: Queued<T, R>[] = [];
  let draining: Promise<void> | undefined;
  let isUrgent = false;
  let endGathering = (): void => {};

  const gathered = ({ ms, untilItems }: { ms: number; untilItems: number }): Promise<void> =>
    new Promise((resolve) => {
      if (isUrgent || queue.length >= untilItems) return resolve();
      const timer = setTimeout(resolve, ms);
      endGathering = () => {
        clearTimeout(timer);
        resolve();
      };
    });

  const takeBatch = (): Queued<T, R>[] => {
    if (!maxSize) return queue.splice(0, maxItems);
    let count = 0;
    let size = 0;
    while (count < queue.length && count < maxItems && (count === 0 || size < maxSize.limit)) {
      const next = queue[count];
      size += next ? maxSize.of(next.item) : 0;
      count += 1;
    }
    return queue.splice(0, count);
  };

  const drain = async (): Promise<void> => {
    while (queue.length > 0) {
      if (gather) await gathered(gather);
      isUrgent = false;
      const batch = takeBatch();
      const results = await runIsolated(
        batch.map(({ item }) => item),
        run,
        isTransient,
      );
      // The next batch starts before the callers of this one continue: resolving only schedules them.
      batch.forEach(({ resolve, reject }, index) => {
        const result = results[index];
        if (result?.ok) resolve(result.value);
        else reject(result?.error ?? new Error("The batch returned too few results"));
      });
    }
    draining = undefined;
  };

  return {
    add: (item, { isUrgent: urgent = false } = {}) =>
      new Promise<R>((resolve, reject) => {
        queue.push({ item, resolve, reject });
        if (urgent) isUrgent = true;
        if (urgent || (gather && queue.length >= gather.untilItems)) endGathering();
        draining ??= drain();
      }),
    drained: async () => {
      await draining;
    },
  };
};

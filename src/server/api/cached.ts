import { createHash } from "node:crypto";

type Kept<T> = { value: Promise<T>; until: number };

/**
 * One request for many who ask at the same time, and its answer for a while. A failure is kept as well, but for a
 * shorter time: whoever is away is not asked by every visitor.
 */
export const createCachedValue = <T>(
  load: () => Promise<T>,
  keepMs: (result: { ok: true; value: T } | { ok: false }) => number,
  now: () => number = Date.now,
): { get: () => Promise<T>; forget: () => void } => {
  let kept: Kept<T> | undefined;
  return {
    forget: () => {
      kept = undefined;
    },
    get: () => {
      if (kept && now() < kept.until) return kept.value;
      const current: Kept<T> = { value: load(), until: Number.POSITIVE_INFINITY };
      kept = current;
      current.value.then(
        (value) => {
          current.until = now() + keepMs({ ok: true, value });
        },
        () => {
          current.until = now() + keepMs({ ok: false });
        },
      );
      return current.value;
    },
  };
};

/**
 * Answers of vendors to questions that every visitor asks, such as which voices there are. The key is all that the
 * question was asked with, so that a changed connection is asked anew at once.
 */
export const createKeyedCache = <T>(keepMs: number, isGood: (value: T) => boolean) => {
  const remembered = new Map<string, ReturnType<typeof createCachedValue<T>>>();
  return (asked: unknown, load: () => Promise<T>): Promise<T> => {
    const key = createHash("sha256").update(JSON.stringify(asked)).digest("base64");
    let one = remembered.get(key);
    if (!one) {
      // Few connections exist at a time; those of the past are let go together.
      if (remembered.size >= 50) remembered.clear();
      one = createCachedValue(load, (result) => (result.ok && isGood(result.value) ? keepMs : 0));
      remembered.set(key, one);
    }
    return one.get();
  };
};

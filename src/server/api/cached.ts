type Kept<T> = { value: Promise<T>; until: number };

/**
 * One request for many who ask at the same time, and its answer for a while. A failure is kept as well, but for a
 * shorter time: whoever is away is not asked by every visitor.
 */
export const cached = <T>(
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

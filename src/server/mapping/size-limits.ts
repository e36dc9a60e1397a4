/** A value's size as text, roughly; counting stops once it is over the limit. */
export const exceedsSize = (value: unknown, limit: number): boolean => {
  let left = limit;
  const count = (inner: unknown, depth: number): void => {
    if (left < 0) return;
    if (typeof inner === "string") left -= inner.length;
    else if (inner === null || typeof inner !== "object") left -= 4;
    else if (depth > 100) left = -1;
    else if (Array.isArray(inner)) {
      left -= 2;
      for (const item of inner) {
        count(item, depth + 1);
        if (left < 0) return;
      }
    } else {
      left -= 2;
      for (const key of Object.keys(inner)) {
        left -= key.length;
        count((inner as Record<string, unknown>)[key], depth + 1);
        if (left < 0) return;
      }
    }
  };
  count(value, 0);
  return left < 0;
};

/** A cache that forgets what was put in first. */
export const boundedCache = <V>(limit: number) => {
  const kept = new Map<string, V>();
  return (key: string, make: () => V): V => {
    const found = kept.get(key);
    if (found !== undefined || kept.has(key)) return found as V;
    if (kept.size >= limit) kept.delete(kept.keys().next().value as string);
    const made = make();
    kept.set(key, made);
    return made;
  };
};

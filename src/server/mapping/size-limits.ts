/** Values that are nested deeper count as too large. */
export const maxValueDepth = 100;
/** Rough length of a value that is neither a string, an object nor an array, as JSON. */
const scalarLength = 4;
const bracketsLength = 2;

/** Whether the value is longer than the limit as JSON, approximately. Counting stops at the limit. */
export const exceedsSize = (value: unknown, limit: number): boolean => {
  let remaining = limit;
  const count = (inner: unknown, depth: number): void => {
    if (remaining < 0) return;
    if (typeof inner === "string") remaining -= inner.length;
    else if (inner === null || typeof inner !== "object") remaining -= scalarLength;
    else if (depth > maxValueDepth) remaining = -1;
    else if (Array.isArray(inner)) {
      remaining -= bracketsLength;
      for (const item of inner) {
        count(item, depth + 1);
        if (remaining < 0) return;
      }
    } else {
      remaining -= bracketsLength;
      for (const key of Object.keys(inner)) {
        remaining -= key.length;
        count((inner as Record<string, unknown>)[key], depth + 1);
        if (remaining < 0) return;
      }
    }
  };
  count(value, 0);
  return remaining < 0;
};

/** A cache that evicts its oldest entry. */
export const boundedCache = <V>(limit: number) => {
  const entries = new Map<string, V>();
  return (key: string, make: () => V): V => {
    const cached = entries.get(key);
    if (cached !== undefined || entries.has(key)) return cached as V;
    if (entries.size >= limit) entries.delete(entries.keys().next().value as string);
    const value = make();
    entries.set(key, value);
    return value;
  };
};

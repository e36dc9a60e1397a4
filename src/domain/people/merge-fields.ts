export type FieldValues = Record<string, unknown>;

/** The values after a partial change: keys left out stay as they are, and null removes a value. */
export const mergeFields = (before: FieldValues, change: FieldValues): FieldValues =>
  Object.fromEntries(
    Object.entries({ ...before, ...change }).filter(([, value]) => value !== null && value !== undefined),
  );

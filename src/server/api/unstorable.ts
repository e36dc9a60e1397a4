/** The path of the first text that PostgreSQL cannot store: one with a NUL or an unpaired surrogate. */
export const findUnstorable = (value: unknown, path: string[] = []): string[] | undefined => {
  if (typeof value === "string") return value.includes("\u0000") || !value.isWellFormed() ? path : undefined;
  if (value === null || typeof value !== "object") return undefined;
  for (const [key, inner] of Object.entries(value)) {
    const invalid = findUnstorable(key, path) ?? findUnstorable(inner, [...path, key]);
    if (invalid) return invalid;
  }
  return undefined;
};

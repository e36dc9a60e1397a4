import { Problem } from "./problem.ts";

type Written<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

/**
 * The fields a caller wrote, checked. A schema with defaults fills in what was left out, also where leaving out
 * means "as it is"; taking only what the body names keeps a partial change partial.
 */
export const writtenFields = <T extends object>(body: unknown, checked: T): Written<T> => {
  const named = new Set(body !== null && typeof body === "object" ? Object.keys(body) : []);
  return Object.fromEntries(
    Object.entries(checked).filter(([key, value]) => named.has(key) && value !== undefined),
  ) as Written<T>;
};

/** The first place in a value whose text PostgreSQL cannot hold: a zero character, or half of a pair. */
const unstorable = (value: unknown, path: string[] = []): string[] | undefined => {
  if (typeof value === "string") return value.includes("\u0000") || !value.isWellFormed() ? path : undefined;
  if (value === null || typeof value !== "object") return undefined;
  for (const [key, inner] of Object.entries(value)) {
    const found = unstorable(inner, [...path, key]);
    if (found) return found;
  }
  return undefined;
};

export const refuseUnstorable = (input: unknown): void => {
  const path = unstorable(input);
  if (path) throw new Problem("invalid", { issues: [{ path: path.join("."), message: "" }] });
};

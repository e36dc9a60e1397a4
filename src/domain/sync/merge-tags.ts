import type { SyncDirection } from "./field-map.ts";

/** What was added to and removed from a list since the last sync, carried over to the other side. */
const carry = (to: readonly string[], from: readonly string[], base: readonly string[]): string[] => {
  const removed = new Set(base.filter((tag) => !from.includes(tag)));
  const added = from.filter((tag) => !base.includes(tag));
  return [...new Set([...to.filter((tag) => !removed.has(tag)), ...added])];
};

export type MergedTags = { ours: string[]; theirs: string[]; base: string[] };

/**
 * Tags are merged one by one: what either side added or removed since the last sync counts on both, as far as the
 * direction allows. At the first meeting each side keeps its own.
 */
export const mergeTags = (
  ours: readonly string[],
  theirs: readonly string[],
  base: readonly string[] | undefined,
  direction: SyncDirection,
): MergedTags => {
  const since = base ?? [];
  const here = direction === "out" ? [...ours] : carry(ours, theirs, since);
  const there = direction === "in" ? [...theirs] : carry(theirs, ours, since);
  // Of the one side that is followed, its own list is what the next comparison starts from.
  return { ours: here, theirs: there, base: direction === "in" ? [...theirs] : [...here] };
};

export const haveSameTags = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((tag) => b.includes(tag));

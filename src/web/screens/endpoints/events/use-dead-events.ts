import { useCallback, useMemo } from "react";
import type { IngestedEvent } from "#contract/events.ts";
import { useEvents } from "./use-events.ts";

const anyTime = { by: "all" } as const;

/** Newest first: ids grow with time. */
const newestFirst = (left: IngestedEvent, right: IngestedEvent): number => (left.id < right.id ? 1 : -1);

/** Where the known part of a list ends; a list that is known whole has no such place. */
const oldestLoadedId = (rows: readonly IngestedEvent[], hasMore: boolean): string =>
  hasMore ? (rows.at(-1)?.id ?? "") : "";

/** What could not be used, at all or in part: one of the two, or without a choice both as one list. */
export const useDeadEvents = (endpointId: string, only: "dead" | "invalid" | undefined) => {
  const dead = useEvents(endpointId, { status: "dead", range: anyTime }, only !== "invalid");
  const invalid = useEvents(endpointId, { status: "invalid", range: anyTime }, only !== "dead");
  const { rows: deadRows, hasMore: hasMoreDead, loadMore: loadMoreDead } = dead;
  const { rows: invalidRows, hasMore: hasMoreInvalid, loadMore: loadMoreInvalid } = invalid;

  const rows = useMemo(() => {
    if (only) return only === "dead" ? deadRows : invalidRows;
    if (!deadRows || !invalidRows) return undefined;
    // Only as far down as both are known: what is older could still belong in between.
    const ends = [oldestLoadedId(deadRows, hasMoreDead), oldestLoadedId(invalidRows, hasMoreInvalid)];
    return [...deadRows, ...invalidRows].filter(({ id }) => ends.every((end) => id >= end)).sort(newestFirst);
  }, [only, deadRows, invalidRows, hasMoreDead, hasMoreInvalid]);

  const loadMore = useCallback(() => {
    if (only !== "invalid") loadMoreDead();
    if (only !== "dead") loadMoreInvalid();
  }, [only, loadMoreDead, loadMoreInvalid]);

  const lists = only ? [only === "dead" ? dead : invalid] : [dead, invalid];
  return {
    rows,
    error: lists.find(({ error }) => error)?.error ?? null,
    hasMore: lists.some(({ hasMore }) => hasMore),
    isPlaceholderData: false,
    loadMore,
    refetch: () => Promise.all(lists.map(({ refetch }) => refetch())),
  };
};

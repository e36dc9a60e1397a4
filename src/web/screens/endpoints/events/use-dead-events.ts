import { useCallback, useMemo } from "react";
import type { IngestedEvent } from "#contract/events.ts";
import { useEvents } from "./use-events.ts";

const always = { by: "all" } as const;

/** Newest first: ids grow with time. */
const newestFirst = (left: IngestedEvent, right: IngestedEvent): number => (left.id < right.id ? 1 : -1);

/** Where the known part of a list ends; a list that is known whole has no such place. */
const endOf = (rows: readonly IngestedEvent[], hasMore: boolean): string =>
  hasMore ? (rows.at(-1)?.id ?? "") : "";

/** What could not be used, at all or in part: one of the two, or without a choice both as one list. */
export const useDeadEvents = (endpointId: string, only: "dead" | "invalid" | undefined) => {
  const dead = useEvents(endpointId, { status: "dead", range: always }, only !== "invalid");
  const invalid = useEvents(endpointId, { status: "invalid", range: always }, only !== "dead");
  const { rows: deadRows, hasMore: moreDead, readOn: readDead } = dead;
  const { rows: invalidRows, hasMore: moreInvalid, readOn: readInvalid } = invalid;

  const rows = useMemo(() => {
    if (only) return only === "dead" ? deadRows : invalidRows;
    if (!deadRows || !invalidRows) return undefined;
    // Only as far down as both are known: what is older could still belong in between.
    const ends = [endOf(deadRows, moreDead), endOf(invalidRows, moreInvalid)];
    return [...deadRows, ...invalidRows].filter(({ id }) => ends.every((end) => id >= end)).sort(newestFirst);
  }, [only, deadRows, invalidRows, moreDead, moreInvalid]);

  const readOn = useCallback(() => {
    if (only !== "invalid") readDead();
    if (only !== "dead") readInvalid();
  }, [only, readDead, readInvalid]);

  const chosen = only ? [only === "dead" ? dead : invalid] : [dead, invalid];
  return {
    rows,
    error: chosen.find(({ error }) => error)?.error ?? null,
    hasMore: chosen.some(({ hasMore }) => hasMore),
    isPlaceholderData: false,
    readOn,
    refetch: () => Promise.all(chosen.map(({ refetch }) => refetch())),
  };
};

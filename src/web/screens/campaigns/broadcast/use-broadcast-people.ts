import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { broadcastsApi } from "#contract/broadcasts.ts";
import type { BroadcastLeaveOut, BroadcastRuling, MessageFate } from "#domain/broadcasts/broadcast.ts";
import type { PersonOutcome } from "#domain/broadcasts/broadcast-parts.ts";
import { callApi } from "#web/lib/api.ts";

export type BroadcastPeopleQuery = {
  /** `planned`: send or wait. */
  ruling?: BroadcastRuling | "planned";
  /** The first reason; `none` for people who have none. */
  code?: string;
  channel?: string;
  /** What became of their last message. */
  fate?: MessageFate;
  /** Why they did not get it as the check said. */
  difference?: string;
  /** What they did, or what became of any of their messages. */
  outcome?: PersonOutcome;
  /** Who would get it, and could be skipped. */
  leaveOut?: BroadcastLeaveOut;
  search?: string;
};

/** People of a broadcast: what the check says of each, and what became of them. */
export const useBroadcastPeople = (id: string, filter: BroadcastPeopleQuery, limit = 50) => {
  const path = broadcastsApi.people.path.replace("{id}", id);
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage, isPlaceholderData } =
    useInfiniteQuery({
      queryKey: [...path.split("/"), "pages", { ...filter, limit }],
      queryFn: ({ pageParam }) =>
        callApi(broadcastsApi.people, {
          params: { id },
          query: { ...filter, limit, ...(pageParam === null ? {} : { cursor: pageParam }) },
        }),
      initialPageParam: null as number | null,
      getNextPageParam: ({ nextCursor }) => nextCursor,
      placeholderData: keepPreviousData,
      meta: { topics: broadcastsApi.people.topics },
    });
  const people = useMemo(() => data?.pages.flatMap((page) => page.people), [data]);
  return {
    people,
    error,
    /** The people are those of the filter before. */
    isOutdated: isPlaceholderData,
    refetch: () => void refetch(),
    hasMore: hasNextPage,
    isLoadingMore: isFetchingNextPage,
    loadMore: () => void fetchNextPage(),
  };
};

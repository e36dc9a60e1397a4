import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useCallback, useMemo } from "react";
import { eventsApi, type IngestedEvent } from "#contract/events.ts";
import { callApi } from "#web/lib/api.ts";
import type { EventFilter } from "#web/screens/endpoints/use-endpoint-view.ts";
import { toTimeBounds } from "./time-range.ts";

const pageSize = 100;

/** An event can appear on two pages when rows shift between requests. */
const mergePages = (pages: readonly { events: IngestedEvent[] }[]): IngestedEvent[] => [
  ...new Map(pages.flatMap((page) => page.events).map((event) => [event.id, event])).values(),
];

/** The events of an endpoint, newest first; refetched only while `isLive`. */
export const useEvents = (endpointId: string, { status, range }: EventFilter, isLive: boolean) => {
  const { data, error, isPlaceholderData, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } =
    useInfiniteQuery({
      queryKey: ["", "api", "endpoints", endpointId, "events", "pages", { status, range }],
      queryFn: ({ pageParam }) =>
        callApi(eventsApi.list, {
          params: { id: endpointId },
          query: {
            status,
            ...toTimeBounds(range, Date.now()),
            ...(pageParam === undefined ? {} : { before: pageParam }),
            limit: pageSize,
          },
        }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: ({ nextBefore }) => nextBefore ?? undefined,
      placeholderData: keepPreviousData,
      enabled: isLive,
      meta: { topics: eventsApi.list.topics },
    });
  const rows = useMemo(() => data && mergePages(data.pages), [data]);
  const loadMore = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, fetchNextPage]);
  return { rows, error, hasMore: hasNextPage, isPlaceholderData, loadMore, refetch };
};

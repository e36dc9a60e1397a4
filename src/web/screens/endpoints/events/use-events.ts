import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useCallback, useMemo } from "react";
import { events, type IngestedEvent } from "#contract/events.ts";
import { callApi } from "#web/lib/api.ts";
import type { EventFilter } from "#web/screens/endpoints/use-view.ts";
import { boundsOf } from "./range.ts";

const pageSize = 100;

/** The pages read so far as one list; what moved from one page to the next while they were read stands once. */
const joined = (pages: readonly { events: IngestedEvent[] }[]): IngestedEvent[] => [
  ...new Map(pages.flatMap((page) => page.events).map((event) => [event.id, event])).values(),
];

/** The events of an endpoint, newest first. They follow what arrives for as long as `live`. */
export const useEvents = (endpointId: string, { status, range }: EventFilter, live: boolean) => {
  const { data, error, isPlaceholderData, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } =
    useInfiniteQuery({
      queryKey: ["", "api", "endpoints", endpointId, "events", "pages", { status, range }],
      queryFn: ({ pageParam }) =>
        callApi(events.list, {
          params: { id: endpointId },
          query: {
            status,
            ...boundsOf(range, Date.now()),
            ...(pageParam === undefined ? {} : { before: pageParam }),
            limit: pageSize,
          },
        }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: ({ nextBefore }) => nextBefore ?? undefined,
      placeholderData: keepPreviousData,
      enabled: live,
      meta: { topics: events.list.topics },
    });
  const rows = useMemo(() => data && joined(data.pages), [data]);
  const readOn = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, fetchNextPage]);
  return { rows, error, hasMore: hasNextPage, isPlaceholderData, readOn, refetch };
};

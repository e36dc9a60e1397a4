import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useCallback, useMemo } from "react";
import { inboxApi } from "#contract/inbox.ts";
import type { InboxSort, InboxView, ThreadListItem } from "#contract/threads.ts";
import { partAudience } from "#domain/broadcasts/follow-up.ts";
import { callApi } from "#web/lib/api.ts";

const pageSize = 50;

/** A conversation can appear on two pages when rows move between requests. */
const mergePages = (pages: readonly { threads: ThreadListItem[] }[]): ThreadListItem[] => [
  ...new Map(pages.flatMap((page) => page.threads).map((thread) => [thread.personId, thread])).values(),
];

type ThreadFilter = {
  view: InboxView;
  sort: InboxSort;
  team: string | undefined;
  /** Only people who replied to it. */
  broadcast: string | undefined;
  search: string;
};

/** The conversations of a view, loaded in pages and kept current. */
export const useThreads = ({ view, sort, team, broadcast, search }: ThreadFilter) => {
  const filter = {
    ...{ view, sort },
    ...(team ? { team } : {}),
    ...(broadcast ? { where: JSON.stringify(partAudience(broadcast, { outcome: "answered" })) } : {}),
    ...(search ? { search } : {}),
  };
  const pages = useInfiniteQuery({
    queryKey: [...inboxApi.list.path.split("/"), "pages", filter],
    queryFn: ({ pageParam }) =>
      callApi(inboxApi.list, {
        query: { ...filter, limit: pageSize, ...(pageParam ? { cursor: pageParam } : {}) },
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (lastPage) => lastPage.nextCursor ?? undefined,
    placeholderData: keepPreviousData,
    meta: { topics: inboxApi.list.topics },
  });
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = pages;
  const rows = useMemo(() => data && mergePages(data.pages), [data]);
  const loadMore = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, fetchNextPage]);
  return {
    rows,
    loadMore,
    isLoadingMore: isFetchingNextPage,
    error: pages.error,
    failedAt: pages.error ? pages.errorUpdatedAt : undefined,
    refetch: () => void pages.refetch(),
  };
};

import { useInfiniteQuery } from "@tanstack/react-query";
import { useCallback, useMemo } from "react";
import { inboxApi } from "#contract/inbox.ts";
import type { ThreadItem } from "#contract/threads.ts";
import { callApi } from "#web/lib/api.ts";

const pageSize = 50;
type PageStart = { before?: string; around?: string };

/** The entries of a conversation, oldest first. `around`: the loaded part ends with this entry. */
export const useThreadItems = (personId: string, around: string | undefined) => {
  const pages = useInfiniteQuery({
    queryKey: [...inboxApi.items.path.replace("{id}", personId).split("/"), "pages", { around }],
    queryFn: ({ pageParam }) =>
      callApi(inboxApi.items, { params: { id: personId }, query: { ...pageParam, limit: pageSize } }),
    initialPageParam: (around ? { around } : {}) as PageStart,
    getNextPageParam: ({ nextBefore }): PageStart | undefined =>
      nextBefore === null ? undefined : { before: nextBefore },
    meta: { topics: inboxApi.items.topics },
  });
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = pages;
  const items = useMemo(
    () =>
      data && [
        ...new Map(
          [...data.pages]
            .reverse()
            .flatMap((page) => page.items)
            .map((item): [string, ThreadItem] => [`${item.kind} ${item.id}`, item]),
        ).values(),
      ],
    [data],
  );
  const loadOlder = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, fetchNextPage]);
  return {
    items,
    hasOlder: hasNextPage,
    isLoadingOlder: isFetchingNextPage,
    loadOlder,
    error: pages.error,
    refetch: () => void pages.refetch(),
  };
};

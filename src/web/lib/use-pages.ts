import { useInfiniteQuery } from "@tanstack/react-query";
import { useCallback, useMemo } from "react";
import type { ApiRoute } from "#contract/api-route.ts";

type Page = { nextBefore: string | null };

/** A list that is loaded in pages, newest entries first, and kept current. */
export const usePages = <P extends Page, Row>(
  { path, topics }: Pick<ApiRoute, "path" | "topics">,
  filter: Record<string, string | undefined>,
  fetchPage: (before: { before?: string }) => Promise<P>,
  rowsOfPage: (page: P) => Row[],
) => {
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery({
    queryKey: [...path.split("/"), "pages", filter],
    queryFn: ({ pageParam }) => fetchPage(pageParam === undefined ? {} : { before: pageParam }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextBefore }: P) => nextBefore ?? undefined,
    meta: { topics },
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: rowsOfPage never changes
  const rows = useMemo(() => data?.pages.flatMap(rowsOfPage), [data]);
  const loadMore = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, fetchNextPage]);
  return {
    rows,
    error,
    hasMore: hasNextPage,
    isLoadingMore: isFetchingNextPage,
    loadMore,
    refetch: () => void refetch(),
  };
};

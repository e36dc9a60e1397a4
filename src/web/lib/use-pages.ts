import { useInfiniteQuery } from "@tanstack/react-query";
import { useCallback, useMemo } from "react";
import type { ApiRoute } from "#contract/api-route.ts";

type Page = { nextBefore: string | null };

/** A list that is read from its newest entry back, a page at a time, and kept current. */
export const usePages = <P extends Page, Row>(
  { path, topics }: Pick<ApiRoute, "path" | "topics">,
  filter: Record<string, string | undefined>,
  read: (before: { before?: string }) => Promise<P>,
  rowsOf: (page: P) => Row[],
) => {
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery({
    queryKey: [...path.split("/"), "pages", filter],
    queryFn: ({ pageParam }) => read(pageParam === undefined ? {} : { before: pageParam }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextBefore }: P) => nextBefore ?? undefined,
    meta: { topics },
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: how rows lie in a page does not change
  const rows = useMemo(() => data?.pages.flatMap(rowsOf), [data]);
  const readOn = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, fetchNextPage]);
  return {
    rows,
    error,
    hasMore: hasNextPage,
    isReadingOn: isFetchingNextPage,
    readOn,
    refetch: () => void refetch(),
  };
};

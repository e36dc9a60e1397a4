import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { runsApi } from "#contract/runs.ts";
import type { RunsView } from "#web/components/sequence/use-sequence-view.ts";
import { callApi } from "#web/lib/api.ts";

/** Runs of a rule, the newest first. */
export const useRuns = (ruleId: string, { step, state }: RunsView) => {
  const filter = { ruleId, state, ...(step === undefined ? {} : { stepId: step }) };
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery({
    queryKey: [...runsApi.list.path.split("/"), "pages", filter],
    queryFn: ({ pageParam }) =>
      callApi(runsApi.list, {
        query: { ...filter, ...(pageParam === undefined ? {} : { cursor: pageParam }) },
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    placeholderData: keepPreviousData,
    meta: { topics: runsApi.list.topics },
  });
  const runs = useMemo(() => data?.pages.flatMap((page) => page.runs), [data]);
  return {
    runs,
    error,
    refetch: () => void refetch(),
    hasMore: hasNextPage,
    isLoadingMore: isFetchingNextPage,
    loadMore: () => void fetchNextPage(),
  };
};

import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useCallback, useMemo } from "react";
import { type PersonRow, people } from "#contract/people.ts";
import { callApi } from "#web/lib/api.ts";
import type { PeopleFilters } from "./use-filters.ts";

const pageSize = 100;

/** The pages read so far as one list. A person who moved between two pages while they were read stands once. */
const joined = (pages: readonly { people: PersonRow[] }[]): PersonRow[] => [
  ...new Map(pages.flatMap((page) => page.people).map((person) => [person.id, person])).values(),
];

export const usePeople = ({ search, type, status, tag }: PeopleFilters) => {
  const filter = { search, type, status, tag };
  const { data, error, isPlaceholderData, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } =
    useInfiniteQuery({
      queryKey: ["", "api", "people", "pages", filter],
      queryFn: ({ pageParam }) =>
        callApi(people.list, { query: { ...filter, cursor: pageParam, limit: pageSize } }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: (last) => last.nextCursor ?? undefined,
      placeholderData: keepPreviousData,
      meta: { topics: people.list.topics },
    });
  const rows = useMemo(() => data && joined(data.pages), [data]);
  const first = data?.pages[0];
  const readOn = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, fetchNextPage]);
  return { rows, total: first?.total, totalIs: first?.totalIs, error, isPlaceholderData, readOn, refetch };
};

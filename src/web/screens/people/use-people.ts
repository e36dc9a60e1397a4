import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useCallback, useMemo } from "react";
import { useSearchParams } from "wouter";
import { type PersonListItem, peopleApi } from "#contract/people.ts";
import { defaultDirection, type PeopleSort, peopleSorts, sortDirections } from "#domain/people-sort.ts";
import { personStatuses, personTypes } from "#domain/person.ts";
import { callApi } from "#web/lib/api.ts";

type PeopleFilters = {
  search: string | undefined;
  type: (typeof personTypes)[number] | undefined;
  status: (typeof personStatuses)[number] | undefined;
  tag: string | undefined;
};

/** The open person and the filters are stored in the URL so that a view can be linked to. */
export const usePeopleFilters = () => {
  const [params, setParams] = useSearchParams();
  const search = params.get("search")?.slice(0, 200) || undefined;
  const type = personTypes.find((candidate) => candidate === params.get("type"));
  const status = personStatuses.find((candidate) => candidate === params.get("status"));
  const tag = params.get("tag")?.slice(0, 60) || undefined;
  const filters = useMemo<PeopleFilters>(() => ({ search, type, status, tag }), [search, type, status, tag]);

  const sort = peopleSorts.find((candidate) => candidate === params.get("sort")) ?? "updated";
  const direction =
    sortDirections.find((candidate) => candidate === params.get("direction")) ?? defaultDirection[sort];

  const setFilters = useCallback(
    (change: Record<string, string | undefined>, replace = true) =>
      setParams(
        (previous) => {
          const next = new URLSearchParams(previous);
          for (const [name, value] of Object.entries(change)) {
            if (value) next.set(name, value);
            else next.delete(name);
          }
          return next;
        },
        { replace },
      ),
    [setParams],
  );
  const clearFilters = useCallback(
    () => setFilters({ search: undefined, type: undefined, status: undefined, tag: undefined }),
    [setFilters],
  );
  /** The same order again turns it around. */
  const setSort = useCallback(
    (name: string, chosen?: "asc" | "desc") => {
      const next: PeopleSort = peopleSorts.find((candidate) => candidate === name) ?? "updated";
      const turned = direction === "asc" ? "desc" : "asc";
      const wanted = chosen ?? (next === sort ? turned : defaultDirection[next]);
      setFilters({
        sort: next === "updated" ? undefined : next,
        direction: wanted === defaultDirection[next] ? undefined : wanted,
      });
    },
    [setFilters, sort, direction],
  );
  /** Opening adds a history entry, so that going back closes the view. */
  const openPerson = useCallback(
    (personId: string | undefined) => setFilters({ person: personId }, personId === undefined),
    [setFilters],
  );
  return {
    filters,
    order: { sort, direction },
    setSort,
    personId: params.get("person") ?? undefined,
    bulkId: params.get("bulk") ?? undefined,
    setFilters,
    clearFilters,
    openPerson,
  };
};

const pageSize = 100;

/** A person can appear on two pages when rows shift between requests. */
const mergePages = (pages: readonly { people: PersonListItem[] }[]): PersonListItem[] => [
  ...new Map(pages.flatMap((page) => page.people).map((person) => [person.id, person])).values(),
];

type Order = ReturnType<typeof usePeopleFilters>["order"];

export const usePeople = ({ search, type, status, tag }: PeopleFilters, { sort, direction }: Order) => {
  const filter = { search, type, status, tag, sort, direction };
  const { data, error, isPlaceholderData, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } =
    useInfiniteQuery({
      queryKey: ["", "api", "people", "pages", filter],
      queryFn: ({ pageParam }) =>
        callApi(peopleApi.list, { query: { ...filter, cursor: pageParam, limit: pageSize } }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: (lastPage) => lastPage.nextCursor ?? undefined,
      placeholderData: keepPreviousData,
      meta: { topics: peopleApi.list.topics },
    });
  const rows = useMemo(() => data && mergePages(data.pages), [data]);
  const firstPage = data?.pages[0];
  const loadMore = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, fetchNextPage]);
  return {
    rows,
    total: firstPage?.total,
    totalIs: firstPage?.totalIs,
    error,
    isPlaceholderData,
    loadMore,
    refetch,
  };
};

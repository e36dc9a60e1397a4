import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useCallback, useMemo } from "react";
import { useSearchParams } from "wouter";
import { peopleApi } from "#contract/people.ts";
import { personStatuses, personTypes } from "#domain/person.ts";
import { callApi } from "#web/lib/api.ts";
import { mergePages, peoplePagesKey } from "./people-pages.ts";
import type { PeopleOrderState } from "./view-state.ts";

export type PeopleFilters = {
  search: string | undefined;
  type: (typeof personTypes)[number] | undefined;
  status: (typeof personStatuses)[number] | undefined;
  tag: string | undefined;
};

export type SetParams = (change: Record<string, string | undefined>, replace?: boolean) => void;

/** The open person and the filters are stored in the URL so that a list can be linked to. */
export const usePeopleFilters = () => {
  const [params, setParams] = useSearchParams();
  const search = params.get("search")?.slice(0, 200) || undefined;
  const type = personTypes.find((candidate) => candidate === params.get("type"));
  const status = personStatuses.find((candidate) => candidate === params.get("status"));
  const tag = params.get("tag")?.slice(0, 60) || undefined;
  const filters = useMemo<PeopleFilters>(() => ({ search, type, status, tag }), [search, type, status, tag]);

  const setFilters = useCallback<SetParams>(
    (change, replace = true) =>
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
  /** Opening adds a history entry, so that going back closes the view. */
  const openPerson = useCallback(
    (personId: string | undefined) => setFilters({ person: personId }, personId === undefined),
    [setFilters],
  );
  return {
    params,
    filters,
    personId: params.get("person") ?? undefined,
    bulkId: params.get("bulk") ?? undefined,
    setFilters,
    openPerson,
  };
};

const pageSize = 100;

type PeopleListOptions = {
  /** False until it is known which people are asked for. */
  enabled?: boolean;
  limit?: number;
};

/** Where the audience of the list comes from: the URL, or a view as it is stored. */
export type PeopleSource = { where: string | undefined; view: string | undefined };

export const usePeople = (
  { search, type, status, tag }: PeopleFilters,
  { where, view }: PeopleSource,
  { sort, direction }: PeopleOrderState,
  { enabled = true, limit = pageSize }: PeopleListOptions = {},
) => {
  const filter = { search, type, status, tag, where, view, sort, direction };
  const { data, error, isPlaceholderData, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } =
    useInfiniteQuery({
      queryKey: [...peoplePagesKey, filter],
      queryFn: ({ pageParam }) => callApi(peopleApi.list, { query: { ...filter, cursor: pageParam, limit } }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: (lastPage) => lastPage.nextCursor ?? undefined,
      placeholderData: keepPreviousData,
      enabled,
      meta: { topics: view === undefined ? peopleApi.list.topics : [...peopleApi.list.topics, "views"] },
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
    /** False if a row of the filter names what no longer exists. */
    isReadable: firstPage?.isReadable ?? true,
    error,
    isPlaceholderData,
    hasMore: hasNextPage,
    isLoadingMore: isFetchingNextPage,
    loadMore,
    refetch,
  };
};

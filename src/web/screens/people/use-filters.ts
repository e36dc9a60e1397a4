import { useCallback, useMemo } from "react";
import { useSearchParams } from "wouter";
import { personStatuses, personTypes } from "#domain/person.ts";

export type PeopleFilters = {
  search: string | undefined;
  type: (typeof personTypes)[number] | undefined;
  status: (typeof personStatuses)[number] | undefined;
  tag: string | undefined;
};

/** The open person and the filters live in the address, so that a view can be linked to. */
export const usePeopleFilters = () => {
  const [params, setParams] = useSearchParams();
  const search = params.get("search")?.slice(0, 200) || undefined;
  const type = personTypes.find((candidate) => candidate === params.get("type"));
  const status = personStatuses.find((candidate) => candidate === params.get("status"));
  const tag = params.get("tag")?.slice(0, 60) || undefined;
  const filters = useMemo<PeopleFilters>(() => ({ search, type, status, tag }), [search, type, status, tag]);

  const setFilters = useCallback(
    (change: Record<string, string | undefined>, replace = true) =>
      setParams(
        (before) => {
          const next = new URLSearchParams(before);
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
  /** Opening is a step of its own in the browser's history: going back closes. */
  const openPerson = useCallback(
    (personId: string | undefined) => setFilters({ person: personId }, personId === undefined),
    [setFilters],
  );
  return { filters, personId: params.get("person") ?? undefined, setFilters, clearFilters, openPerson };
};

import { useQuery } from "@tanstack/react-query";
import { useCallback, useMemo, useState } from "react";
import { type View, viewsApi } from "#contract/audiences.ts";
import { defaultDirection, type PeopleSort, peopleSorts } from "#domain/people-sort.ts";
import { apiQuery } from "#web/lib/api.ts";
import { readStored, writeStored } from "#web/lib/local-storage.ts";
import { defaultColumns } from "./column-list.ts";
import type { PeopleSource, SetParams } from "./use-people.ts";
import { resolveView, toViewParams, type ViewChange, type ViewParams, viewParams } from "./view-state.ts";

const columnsKey = "people-columns";

const readOwnColumns = (): string[] => {
  const stored = readStored(columnsKey)?.split(",").filter(Boolean) ?? [];
  return stored.length > 0 ? stored : [...defaultColumns];
};

const nothing = Object.fromEntries(viewParams.map((name) => [name, undefined]));

/** The saved views, the one that is open, and what the list shows of it. */
export const usePeopleView = (params: URLSearchParams, setFilters: SetParams) => {
  const viewId = params.get("view") ?? undefined;
  const { data, error, refetch } = useQuery(apiQuery(viewsApi.list));
  const [ownColumns, setOwnColumns] = useState(readOwnColumns);
  const views = useMemo(
    () => data?.views.filter(({ kind, screen }) => kind === "segment" || screen === "people"),
    [data],
  );
  const view = viewId === undefined ? undefined : views?.find(({ id }) => id === viewId);
  const key = JSON.stringify(viewParams.map((name) => params.get(name)));
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key has the values of the parameters
  const given = useMemo<ViewParams>(
    () => Object.fromEntries(viewParams.map((name) => [name, params.get(name) ?? undefined])),
    [key],
  );
  const state = useMemo(() => resolveView(given, view, ownColumns), [given, view, ownColumns]);

  const change = useCallback(
    (next: ViewChange) => {
      if (!view && next.columns) {
        // Without a view, the columns are the user's own on this device.
        writeStored(columnsKey, next.columns.join(","));
        setOwnColumns(next.columns);
        const { columns, ...rest } = next;
        setFilters({ ...toViewParams(rest, view, columns), columns: undefined });
        return;
      }
      setFilters(toViewParams(next, view, ownColumns));
    },
    [setFilters, view, ownColumns],
  );
  const open = useCallback(
    (next: Pick<View, "id"> | undefined) => setFilters({ ...nothing, view: next?.id }, false),
    [setFilters],
  );
  const discard = useCallback(() => setFilters(nothing), [setFilters]);
  const { sort, direction } = state.order;
  /** The same order again turns it around. */
  const setSort = useCallback(
    (name: string, chosen?: "asc" | "desc") => {
      const next: PeopleSort = peopleSorts.find((candidate) => candidate === name) ?? "updated";
      const turned = direction === "asc" ? "desc" : "asc";
      change({
        order: {
          sort: next,
          direction: chosen ?? (next === sort ? turned : defaultDirection[next]),
        },
      });
    },
    [change, sort, direction],
  );
  const source = useMemo<PeopleSource>(() => {
    if (view && given.where === undefined) return { where: undefined, view: view.id };
    return { where: state.audience && JSON.stringify(state.audience), view: undefined };
  }, [view, given, state.audience]);
  return {
    views,
    view,
    state,
    source,
    /** The view of the URL does not exist, or is not the user's. */
    isMissing: viewId !== undefined && views !== undefined && view === undefined,
    /** It is known which people the list has. */
    isReady: (viewId === undefined || view !== undefined) && !state.isBroken,
    viewsError: error,
    refetchViews: refetch,
    change,
    open,
    discard,
    setSort,
  };
};

export type PeopleView = ReturnType<typeof usePeopleView>;

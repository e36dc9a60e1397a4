import { useCallback } from "react";
import { useLocation, useSearchParams } from "wouter";
import { type InboxSort, type InboxView, inboxSorts, inboxViews } from "#contract/threads.ts";

/** The order of a view unless another one is chosen. */
const defaultSort = (view: InboxView): InboxSort =>
  view === "closed" || view === "snoozed" || view === "not_sent" ? "newest" : "longest_wait";

const teamPattern = /^(?:mine|[0-9a-f-]{36})$/;
const idPattern = /^[0-9a-f-]{36}$/;
const threadPath = /^\/inbox\/([0-9a-f-]{36})$/;

/** View, order, team and open conversation are stored in the URL, so that each can be linked to. */
export const useInboxUrl = () => {
  const [path, navigate] = useLocation();
  const [params] = useSearchParams();
  const view = inboxViews.find((each) => each === params.get("view")) ?? "open";
  const sort = inboxSorts.find((each) => each === params.get("sort")) ?? defaultSort(view);
  const team = teamPattern.exec(params.get("team") ?? "")?.[0];
  /** Only conversations of people who replied to it. */
  const broadcast = idPattern.exec(params.get("broadcast") ?? "")?.[0];
  const search = params.get("search")?.slice(0, 200) ?? "";
  const openId = threadPath.exec(path)?.[1];
  const around = params.get("item") ?? undefined;

  const go = useCallback(
    (personId: string | undefined, change: Record<string, string | undefined>, replace: boolean) => {
      const next = new URLSearchParams(window.location.search);
      for (const [name, value] of Object.entries({ item: undefined, ...change })) {
        if (value) next.set(name, value);
        else next.delete(name);
      }
      const query = next.size > 0 ? `?${next}` : "";
      navigate(`${personId ? `/inbox/${personId}` : "/inbox"}${query}`, { replace });
    },
    [navigate],
  );
  const setView = useCallback(
    (next: InboxView) =>
      go(
        threadPath.exec(window.location.pathname)?.[1],
        { view: next === "open" ? undefined : next, sort: undefined },
        true,
      ),
    [go],
  );
  const setTeam = useCallback(
    (next: string | undefined) => go(threadPath.exec(window.location.pathname)?.[1], { team: next }, true),
    [go],
  );
  const showAll = useCallback(
    () => go(threadPath.exec(window.location.pathname)?.[1], { broadcast: undefined }, true),
    [go],
  );
  /** Without an entry in the history, so that "back" leaves the inbox. */
  const openFirst = useCallback((id: string) => go(id, {}, true), [go]);
  return {
    view,
    sort,
    team,
    setTeam,
    broadcast,
    showAll,
    search,
    openId,
    around,
    setView,
    setSort: (next: InboxSort) => go(openId, { sort: next === defaultSort(view) ? undefined : next }, true),
    setSearch: (next: string) => go(openId, { search: next }, true),
    openFirst,
    openThread: (id: string | undefined, item?: string) =>
      go(id, { item }, id !== undefined && openId !== undefined),
  };
};
export type InboxUrl = ReturnType<typeof useInboxUrl>;

import { useCallback } from "react";
import { useSearchParams } from "wouter";

export const campaignTabs = ["broadcasts", "calendar", "templates", "audiences"] as const;
export type CampaignTab = (typeof campaignTabs)[number];

/** What the list can be narrowed to; the names are those of the API. */
export const listFilters = ["all", "open", "done", "cancelled"] as const;
export type ListFilter = (typeof listFilters)[number];

/** The tab, the search and the filter are stored in the URL, so that a list can be linked to. */
export const useCampaignsView = () => {
  const [params, setParams] = useSearchParams();
  const tab = campaignTabs.find((id) => id === params.get("tab")) ?? "broadcasts";
  const state = listFilters.find((id) => id === params.get("state")) ?? "all";
  const search = params.get("search") ?? "";
  const setTab = useCallback(
    (next: CampaignTab) => setParams(next === "broadcasts" ? {} : { tab: next }),
    [setParams],
  );
  const setFilter = useCallback(
    (next: { state?: ListFilter; search?: string }) => {
      const filter = { state, search, ...next };
      setParams(
        {
          ...(filter.state === "all" ? {} : { state: filter.state }),
          ...(filter.search === "" ? {} : { search: filter.search }),
        },
        { replace: true },
      );
    },
    [setParams, state, search],
  );
  return { tab, state, search, setTab, setFilter };
};

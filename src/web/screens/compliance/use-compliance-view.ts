import { useCallback } from "react";
import { useSearchParams } from "wouter";

export const tabIds = ["audit", "consents", "optOuts", "reviews", "hours", "unknown"] as const;
export type TabId = (typeof tabIds)[number];

/** The tab lives in the address; another tab leaves the filters of the last one behind. */
export const useComplianceView = () => {
  const [params, setParams] = useSearchParams();
  const tab = tabIds.find((id) => id === params.get("tab")) ?? "audit";
  const goTo = useCallback((next: TabId) => setParams(next === "audit" ? {} : { tab: next }), [setParams]);
  return { tab, goTo };
};

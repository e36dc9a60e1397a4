import { useCallback } from "react";
import { useSearchParams } from "wouter";

export const complianceTabIds = ["audit", "consents", "optOuts", "reviews", "hours", "unknown"] as const;
export type ComplianceTabId = (typeof complianceTabIds)[number];

/** The tab lives in the address; another tab leaves the filters of the last one behind. */
export const useComplianceTab = () => {
  const [params, setParams] = useSearchParams();
  const tab = complianceTabIds.find((id) => id === params.get("tab")) ?? "audit";
  const setTab = useCallback(
    (next: ComplianceTabId) => setParams(next === "audit" ? {} : { tab: next }),
    [setParams],
  );
  return { tab, goTo: setTab };
};

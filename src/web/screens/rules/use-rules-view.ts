import { useCallback } from "react";
import { useSearchParams } from "wouter";

export const tabIds = ["rules", "templates"] as const;
export type TabId = (typeof tabIds)[number];

const openings = ["edit", "duplicate", "delete", "dryRun", "history", "versions"] as const;
export type OpenRule = (typeof openings)[number];

/** The tab, and what is open of which rule, live in the address: a view can be linked to, and going back closes it. */
export const useRulesView = () => {
  const [params, setParams] = useSearchParams();
  const tab = tabIds.find((id) => id === params.get("tab")) ?? "rules";
  const open = openings.find((one) => one === params.get("open"));
  const goTo = useCallback((next: TabId) => setParams(next === "rules" ? {} : { tab: next }), [setParams]);
  const show = useCallback((what: OpenRule, rule: string) => setParams({ open: what, rule }), [setParams]);
  const close = useCallback(() => setParams({}, { replace: true }), [setParams]);
  return { tab, open, ruleId: params.get("rule") ?? undefined, goTo, show, close };
};

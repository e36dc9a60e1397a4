import { useCallback } from "react";
import { useSearchParams } from "wouter";

export const rulesTabIds = ["rules", "templates"] as const;
type RulesTabId = (typeof rulesTabIds)[number];

const ruleViews = ["edit", "duplicate", "delete", "dryRun", "history", "versions"] as const;
export type RuleView = (typeof ruleViews)[number];

/** The tab and the open rule are stored in the URL: a view can be linked to, and going back closes it. */
export const useRulesView = () => {
  const [params, setParams] = useSearchParams();
  const tab = rulesTabIds.find((id) => id === params.get("tab")) ?? "rules";
  const view = ruleViews.find((candidate) => candidate === params.get("open"));
  const setTab = useCallback(
    (next: RulesTabId) => setParams(next === "rules" ? {} : { tab: next }),
    [setParams],
  );
  const openRule = useCallback(
    (view: RuleView, rule: string) => setParams({ open: view, rule }),
    [setParams],
  );
  const closeRule = useCallback(() => setParams({}, { replace: true }), [setParams]);
  return { tab, view, ruleId: params.get("rule") ?? undefined, setTab, openRule, closeRule };
};

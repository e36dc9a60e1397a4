import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { useLocation } from "wouter";
import { rulesApi } from "#contract/rules.ts";
import { newSequencePath } from "#web/components/rule/sequence-path.ts";
import { apiQuery } from "#web/lib/api.ts";
import { useCommands } from "#web/lib/commands.ts";
import { useMay } from "#web/lib/session.ts";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { Tabs } from "#web/ui/tabs.tsx";
import { RulesTab } from "./rules-tab.tsx";
import { rulesTabIds, useRulesView } from "./use-rules-view.ts";

// Not needed to show the list, so loaded on demand.
const RuleOverlay = lazy(async () => ({ default: (await import("./rule-overlay.tsx")).RuleOverlay }));
const RuleDialog = lazy(async () => ({ default: (await import("./rule-dialog.tsx")).RuleDialog }));
const TemplatesTab = lazy(async () => ({
  default: (await import("#web/components/template/templates-tab.tsx")).TemplatesTab,
}));

const RulesScreen = () => {
  const { t } = useTranslation();
  const mayChange = useMay("rules", "work");
  const { data, error, refetch } = useQuery(apiQuery(rulesApi.list, { query: {} }));
  const { tab, view, ruleId, setTab, openRule, closeRule } = useRulesView();
  const [creating, setCreating] = useState(false);
  const [, navigate] = useLocation();
  const rule = data?.find(({ id }) => id === ruleId);

  useCommands(
    useMemo(
      () => [
        ...(mayChange
          ? [
              { id: "rules create", label: t("rules.create"), run: () => setCreating(true) },
              { id: "sequence create", label: t("sequence.create"), run: () => navigate(newSequencePath) },
            ]
          : []),
        ...rulesTabIds.map((id) => ({
          id: `rules tab ${id}`,
          label: `${t("screen.rules.full")}: ${t(`rules.section.${id}`)}`,
          run: () => setTab(id),
        })),
        ...(data ?? []).map(({ id, name }) => ({
          id: `rules history ${id}`,
          label: t("rules.historyNamed", { name }),
          run: () => openRule("history", id),
        })),
      ],
      [t, mayChange, data, setTab, openRule, navigate],
    ),
  );

  const contents = {
    rules: () => (
      <RulesTab
        rules={data}
        error={error}
        onRetry={() => void refetch()}
        onCreate={() => setCreating(true)}
        onOpen={openRule}
      />
    ),
    templates: () => (
      <Suspense fallback={<Skeleton className="h-52 rounded-card" />}>
        <TemplatesTab />
      </Suspense>
    ),
  };

  return (
    <>
      <Tabs
        label={t("screen.rules.full")}
        value={tab}
        onChange={setTab}
        tabs={rulesTabIds.map((id) => ({
          id,
          label: t(`rules.section.${id}`),
          content: id === tab ? contents[id]() : null,
        }))}
      />
      <Suspense fallback={null}>
        {creating && <RuleDialog onClose={() => setCreating(false)} />}
        {view && rule && (
          <RuleOverlay key={`${view} ${rule.id}`} view={view} rule={rule} onClose={closeRule} />
        )}
      </Suspense>
    </>
  );
};

export default RulesScreen;
